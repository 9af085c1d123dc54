#include "tests/bench/quality/originals/plate_files.h"

#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/bench/quality/originals/png_file.h"

namespace platerip::quality {
namespace {

constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": " + what);
}

// An empty image of a size that a file states.
Image image_of(const std::string& path, std::int64_t width, std::int64_t height) {
  constexpr std::int64_t longest = 1 << 24;
  if (width < 1 || height < 1 || width > longest || height > longest || width * height > most_pixels)
    fail(path, "has no size that can be measured");
  return {static_cast<int>(width), static_cast<int>(height)};
}

// Unpacks a row of samples, where `paper` is the sample of paper and `solid` that of solid.
void unpack(const std::uint8_t* packed, int bits, int paper, int solid, int width, float* ink) {
  for (int x = 0; x < width; ++x) {
    const std::int64_t bit = std::int64_t{x} * bits;
    const int sample = packed[bit / 8] >> (8 - bits - bit % 8) & ((1 << bits) - 1);
    ink[x] = 255 * static_cast<float>(sample - paper) / static_cast<float>(solid - paper);
  }
}

Image read_tiff(const std::string& path) {
  const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  if (!tiff) fail(path, "is no TIFF that can be read");
  std::uint32_t width = 0, height = 0;
  std::uint16_t bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISBLACK;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetField(tiff.get(), TIFFTAG_PHOTOMETRIC, &photometric);
  const bool is_plate = samples == 1 && (bits == 1 || bits == 2 || bits == 4 || bits == 8) &&
                        (photometric == PHOTOMETRIC_MINISWHITE || photometric == PHOTOMETRIC_MINISBLACK) &&
                        TIFFIsTiled(tiff.get()) == 0;
  if (!is_plate) fail(path, "is no plate: one sample of 1, 2, 4 or 8 bits, in strips");
  Image image = image_of(path, width, height);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(TIFFScanlineSize64(tiff.get())));
  if (row.size() < (std::size_t{width} * bits + 7) / 8) fail(path, "contradicts itself");
  const int most = (1 << bits) - 1;
  const bool white_is_0 = photometric == PHOTOMETRIC_MINISWHITE;
  for (int y = 0; y < image.height; ++y) {
    if (TIFFReadScanline(tiff.get(), row.data(), static_cast<std::uint32_t>(y)) != 1) fail(path, "is cut off");
    unpack(row.data(), bits, white_is_0 ? 0 : most, white_is_0 ? most : 0, image.width, image.row(y));
  }
  return image;
}

// A number in the head of a PNM, after white space and comments; −1 if there is none.
int head_number(std::istream& file) {
  while (file >> std::ws && file.peek() == '#') file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  int number = -1;
  file >> number;
  return file ? number : -1;
}

// A sample of a plain PNM. Those of P1 need no space between them.
int plain_sample(std::istream& file, bool is_bitmap) {
  if (!is_bitmap) return head_number(file);
  char digit = 0;
  file >> digit;
  return digit == '0' || digit == '1' ? digit - '0' : -1;
}

Image read_pnm(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.ignore(1);
  const int kind = file.get() - '0';
  const bool is_bitmap = kind == 1 || kind == 4, is_plain = kind == 1 || kind == 2;
  if (!is_bitmap && kind != 2 && kind != 5) fail(path, "is neither PBM nor PGM");
  const int width = head_number(file), height = head_number(file);
  const int most = is_bitmap ? 1 : head_number(file);
  if (most < 1 || most > 255) fail(path, "does not have 8 bits");
  Image image = image_of(path, width, height);
  const int bits = is_bitmap ? 1 : 8, paper = is_bitmap ? 0 : most, solid = is_bitmap ? 1 : 0;
  std::vector<std::uint8_t> row((static_cast<std::size_t>(width) * static_cast<std::size_t>(bits) + 7) / 8);
  if (!is_plain) file.get();  // the white space that ends the head
  for (int y = 0; y < height; ++y) {
    if (!is_plain) {
      file.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size()));
      if (!file) fail(path, "is cut off");
      unpack(row.data(), bits, paper, solid, width, image.row(y));
      continue;
    }
    for (int x = 0; x < width; ++x) {
      const int sample = plain_sample(file, is_bitmap);
      if (sample < 0 || sample > most) fail(path, "is cut off or broken");
      image.row(y)[x] = 255 * static_cast<float>(sample - paper) / static_cast<float>(solid - paper);
    }
  }
  return image;
}

Image read_gray_png(const std::string& path) {
  const RgbPicture picture = read_png(path);
  Image image = image_of(path, picture.width, picture.height);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) image.row(y)[x] = static_cast<float>(255 - gray_of_rgb(picture.at(x, y)));
  return image;
}

}  // namespace

Image read_image(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const int first = file.get();
  if (!file) fail(path, "cannot be read");
  if (first == 'P') return read_pnm(path);
  if (first == 0x89) return read_gray_png(path);
  return read_tiff(path);
}

void write_pgm(const std::string& path, const Image& image) {
  std::ofstream file(path, std::ios::binary);
  file << "P5\n" << image.width << ' ' << image.height << "\n255\n";
  for (const float amount : image.ink) file.put(static_cast<char>(255 - std::lround(std::clamp(amount, 0.F, 255.F))));
  file.close();
  if (!file) fail(path, "cannot be written");
}

}  // namespace platerip::quality
