#include "tests/rip/pictures/jpeg_file.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace platerip::test {
namespace {

void refuse(j_common_ptr jpeg) {
  char words[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, words);
  throw std::runtime_error(std::string("libjpeg: ") + words);
}

std::uint16_t photometric_of(int samples) {
  return samples == 1 ? PHOTOMETRIC_MINISBLACK : samples == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_SEPARATED;
}

J_COLOR_SPACE given_space(int samples) {
  return samples == 1 ? JCS_GRAYSCALE : samples == 3 ? JCS_RGB : JCS_CMYK;
}

std::string number(std::uint32_t value, int bytes, bool big_endian) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * (big_endian ? bytes - 1 - i : i));
  return text;
}

}  // namespace

std::string jpeg_of(const JpegSpec& spec) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  errors.error_exit = refuse;
  jpeg_create_compress(&jpeg);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = spec.page.width;
  jpeg.image_height = spec.page.height;
  jpeg.input_components = spec.page.samples;
  jpeg.in_color_space = given_space(spec.page.samples);
  jpeg_set_defaults(&jpeg);
  jpeg_set_colorspace(&jpeg, spec.page.samples == 1 ? JCS_GRAYSCALE : spec.space);
  jpeg_set_quality(&jpeg, 90, TRUE);
  if (spec.progressive) jpeg_simple_progression(&jpeg);
  if (spec.more) spec.more(jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  if (spec.markers) spec.markers(jpeg);
  std::vector<JSAMPLE> row(std::size_t{spec.page.width} * spec.page.samples);
  for (std::uint32_t y = 0; y < spec.page.height; ++y) {
    for (std::uint32_t x = 0; x < spec.page.width; ++x) {
      for (int s = 0; s < spec.page.samples; ++s)
        row[x * spec.page.samples + static_cast<std::size_t>(s)] = static_cast<JSAMPLE>(sample_at(spec.page, x, y, s));
    }
    JSAMPROW pointer = row.data();
    jpeg_write_scanlines(&jpeg, &pointer, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string text(reinterpret_cast<const char*>(bytes), size);
  std::free(bytes);
  return text;
}

void write_decoded(const std::string& path, const std::string& jpeg, const PageSpec& page, bool inverted) {
  jpeg_decompress_struct in{};
  jpeg_error_mgr errors{};
  in.err = jpeg_std_error(&errors);
  errors.error_exit = refuse;
  jpeg_create_decompress(&in);
  jpeg_mem_src(&in, reinterpret_cast<const unsigned char*>(jpeg.data()), jpeg.size());
  jpeg_read_header(&in, TRUE);
  in.out_color_space = given_space(in.num_components);
  jpeg_start_decompress(&in);
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  if (!tiff) throw std::runtime_error("cannot write " + path);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, in.output_width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, in.output_height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, in.num_components);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, photometric_of(in.num_components));
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 64);
  TIFFSetField(tiff.get(), TIFFTAG_ORIENTATION, page.orientation);
  if (page.resolution_x > 0) {
    TIFFSetField(tiff.get(), TIFFTAG_XRESOLUTION, page.resolution_x);
    TIFFSetField(tiff.get(), TIFFTAG_YRESOLUTION, page.resolution_y);
    TIFFSetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, page.resolution_unit);
  }
  if (!page.icc_profile.empty())
    TIFFSetField(tiff.get(), TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(page.icc_profile.size()),
                 page.icc_profile.data());
  std::vector<JSAMPLE> row(std::size_t{in.output_width} * static_cast<std::size_t>(in.num_components));
  for (std::uint32_t y = 0; y < in.output_height; ++y) {
    JSAMPROW pointer = row.data();
    jpeg_read_scanlines(&in, &pointer, 1);
    if (inverted) std::ranges::transform(row, row.begin(), [](JSAMPLE v) { return static_cast<JSAMPLE>(255 - v); });
    TIFFWriteScanline(tiff.get(), row.data(), y, 0);
  }
  jpeg_finish_decompress(&in);
  jpeg_destroy_decompress(&in);
}

std::string exif_of(const ExifSpec& spec) {
  const auto put = [&](std::uint32_t value, int bytes) { return number(value, bytes, spec.big_endian); };
  constexpr std::uint32_t entries = 4, directory = 8, values = directory + 2 + 12 * entries + 4;
  const auto entry = [&](std::uint32_t tag, std::uint32_t type, const std::string& value) {
    return put(tag, 2) + put(type, 2) + put(1, 4) + value;
  };
  std::string tiff = spec.big_endian ? "MM" : "II";
  tiff += put(42, 2) + put(directory, 4) + put(entries, 2);
  tiff += entry(0x112, 3, put(spec.orientation, 2) + put(0, 2));
  tiff += entry(0x11a, 5, put(values, 4)) + entry(0x11b, 5, put(values + 8, 4));
  tiff += entry(0x128, 3, put(spec.unit, 2) + put(0, 2));
  tiff += put(0, 4) + put(spec.x, 4) + put(1, 4) + put(spec.y, 4) + put(1, 4);
  return tiff;
}

void write_segment(jpeg_compress_struct& jpeg, int marker, std::string_view data) {
  jpeg_write_marker(&jpeg, marker, reinterpret_cast<const JOCTET*>(data.data()), static_cast<unsigned>(data.size()));
}

}  // namespace platerip::test
