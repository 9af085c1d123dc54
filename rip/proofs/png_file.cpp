#include "rip/proofs/png_file.h"

#include <png.h>

#include <csetjmp>

namespace platerip::rip {
namespace {

constexpr int quick = 3;  // at zlib's usual level, a small page takes seconds longer than all else

void keep_complaint(png_structp png, png_const_charp message) {
  *static_cast<std::string*>(png_get_error_ptr(png)) = message;
  png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

void set_facts(png_structp png, png_infop info, const PngPicture& picture) {
  png_set_IHDR(png, info, picture.width, picture.height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
  if (picture.pixels_per_metre > 0)
    png_set_pHYs(png, info, picture.pixels_per_metre, picture.pixels_per_metre, PNG_RESOLUTION_METER);
  if (picture.comment.empty()) return;
  png_text text{};
  text.compression = PNG_ITXT_COMPRESSION_NONE;
  text.key = const_cast<char*>("Comment");
  text.text = const_cast<char*>(picture.comment.c_str());
  text.itxt_length = picture.comment.size();
  png_set_text(png, info, &text, 1);
}

// Has nothing that must be destroyed, because libpng leaves it by longjmp.
void write_all_of(png_structp png, png_infop info, std::FILE* file, const PngPicture& picture) {
  if (setjmp(png_jmpbuf(png)) != 0) return;  // NOLINT(cert-err52-cpp): libpng has no other way
  png_init_io(png, file);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_NO_FILTERS);
  png_set_compression_level(png, quick);
  set_facts(png, info, picture);
  png_write_info(png, info);
  const std::size_t row_bytes = std::size_t{3} * picture.width;
  for (std::uint32_t row = 0; row < picture.height; ++row) png_write_row(png, picture.rgb.data() + row * row_bytes);
  png_write_end(png, info);
}

}  // namespace

std::string write_png(std::FILE* file, const PngPicture& picture) {
  std::string complaint;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &complaint, keep_complaint, ignore_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr)
    complaint = "too little memory";
  else
    write_all_of(png, info, file, picture);
  png_destroy_write_struct(&png, &info);
  return complaint;
}

}  // namespace platerip::rip
