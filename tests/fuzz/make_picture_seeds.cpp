// Makes the seeds of png_fuzz and jpeg_fuzz: small complete files of every kind.
//   make_picture_seeds FOLDER      writes to its folders png and jpeg
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/pictures/jpeg_file.h"
#include "tests/rip/pictures/png_file.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

void write(const std::string& path, const std::string& bytes) {
  write_file(path, std::as_bytes(std::span(bytes)));
}

std::string profile() {
  made::Bytes bytes = made::wide_rgb();
  constexpr std::size_t date_at = 24, date_bytes = 12;  // so that the same profile is the same bytes
  std::fill_n(bytes.begin() + date_at, date_bytes, std::byte{0});
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_pngs(const std::string& folder) {
  const PageSpec rgb{.width = 7, .height = 5};
  PageSpec gray = rgb;
  gray.photometric = PHOTOMETRIC_MINISBLACK;
  gray.samples = 1;
  gray.bits = 2;
  PageSpec palette = gray;
  palette.photometric = PHOTOMETRIC_PALETTE;
  PageSpec deep = rgb;
  deep.bits = 16;
  deep.samples = 4;
  deep.extra_samples = {EXTRASAMPLE_UNASSALPHA};
  write(folder + "rgb.png", png_of({.page = rgb}));
  write(folder + "gray.png", png_of({.page = gray}));
  write(folder + "interlaced.png", png_of({.page = deep, .interlaced = true}));
  write(folder + "palette.png", png_of({.page = palette, .more = [](png_structp png, png_infop info) {
                                          png_byte alpha = 9;
                                          png_set_tRNS(png, info, &alpha, 1, nullptr);
                                          png_set_pHYs(png, info, 11811, 0, PNG_RESOLUTION_METER);
                                        }}));
  const std::string icc = png_chunk("iCCP", std::string("p\0\0", 3) + deflated(profile()));
  write(folder + "profile.png", inserted(png_of({.page = rgb}), "IDAT", icc));
  write(folder + "numbers.png", png_of({.page = rgb, .more = [](png_structp png, png_infop info) {
                                          png_set_gAMA(png, info, 1);
                                          png_set_cHRM(png, info, .31, .33, .64, .33, .21, .71, .15, .06);
                                        }}));
  write(folder + "late_header.png",
        inserted(png_of({.page = rgb, .interlaced = true}), "IHDR", png_chunk("tEXt", std::string(20, 0))));
  const std::string chunks =
      png_chunk("eXIf", exif_of({.orientation = 6})) + png_chunk("cICP", std::string("\1\15\0\1", 4));
  write(folder + "two.png", inserted(png_of({.page = rgb}), "IDAT", chunks) + png_of({.page = gray}));
}

void write_jpegs(const std::string& folder) {
  const PageSpec rgb{.width = 19, .height = 11, .smooth = true};
  PageSpec gray = rgb;
  gray.samples = 1;
  PageSpec cmyk = rgb;
  cmyk.samples = 4;
  const std::string jpeg = jpeg_of({.page = rgb});
  write(folder + "ycbcr.jpg", jpeg);
  write(folder + "two.jpg", jpeg + jpeg_of({.page = gray}));
  write(folder + "ycck.jpg", jpeg_of({.page = cmyk, .space = JCS_YCCK}));
  write(folder + "progressive.jpg", jpeg_of({.page = rgb, .progressive = true}));
  write(folder + "arithmetic.jpg", jpeg_of({.page = gray, .more = [](jpeg_compress_struct& to) {
                                              to.arith_code = TRUE;
                                              to.restart_interval = 1;
                                            }}));
  write(folder + "markers.jpg",
        jpeg_of({.page = rgb, .markers = [](jpeg_compress_struct& to) {
                   const std::string icc = profile();
                   const std::string exif = exif_of({.orientation = 6, .x = 300, .y = 300});
                   write_segment(to, 0xe1, std::string("Exif\0\0", 6) + exif);
                   write_segment(to, 0xe2, std::string("ICC_PROFILE\0\2\2", 14) + icc.substr(90));
                   write_segment(to, 0xe2, std::string("ICC_PROFILE\0\1\2", 14) + icc.substr(0, 90));
                 }}));
}

}  // namespace
}  // namespace platerip::test

int main(int argc, char* argv[]) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_picture_seeds FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  for (const char* const part : {"/png", "/jpeg"}) std::filesystem::create_directories(folder + part);
  platerip::test::write_pngs(folder + "/png/");
  platerip::test::write_jpegs(folder + "/jpeg/");
} catch (const std::exception& error) {
  std::fprintf(stderr, "make_picture_seeds: %s\n", error.what());
  return 1;
}
