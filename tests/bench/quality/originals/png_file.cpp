#include "tests/bench/quality/originals/png_file.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace platerip::quality {
namespace {

[[noreturn]] void fail(const std::string& path, const png_image& image) {
  throw std::runtime_error(path + ": " + image.message);
}

}  // namespace

RgbPicture read_png(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str())) fail(path, image);
  if (std::uint64_t{image.width} * image.height > std::uint64_t{1} << 28) {
    png_image_free(&image);
    throw std::runtime_error(path + ": is too large");
  }
  image.format = PNG_FORMAT_RGB;
  RgbPicture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  picture.rgb.resize(std::size_t{3} * image.width * image.height);
  if (!png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr)) fail(path, image);
  return picture;
}

void write_png(const std::string& path, const Image& image) {
  std::vector<std::uint8_t> grays;
  for (const float amount : image.ink)
    grays.push_back(static_cast<std::uint8_t>(255 - std::lround(std::clamp(amount, 0.F, 255.F))));
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_GRAY;
  if (!png_image_write_to_file(&header, path.c_str(), 0, grays.data(), 0, nullptr)) fail(path, header);
}

}  // namespace platerip::quality
