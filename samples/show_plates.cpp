// show-plates PREVIEW.png LEFT TOP PLATE.tif... OUT.png makes the picture in the README: the preview, and beside it the
// same small piece of each plate, enlarged and in the colour of its ink.
#include <png.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using Color = std::array<std::uint8_t, 3>;

constexpr std::uint32_t piece = 192;   // pixels of a plate's piece, in each direction
constexpr std::uint32_t enlarged = 2;  // by this factor
constexpr std::uint32_t gap = 12;
constexpr Color paper{255, 255, 255};
constexpr std::array<Color, 4> inks{{{0, 158, 224}, {226, 0, 122}, {255, 222, 0}, {29, 29, 27}}};

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;

  Picture(std::uint32_t w, std::uint32_t h) : width(w), height(h), rgb(std::size_t{3} * w * h, 255) {}
  std::uint8_t* at(std::uint32_t x, std::uint32_t y) { return rgb.data() + 3 * (std::size_t{y} * width + x); }
  void set(std::uint32_t x, std::uint32_t y, const Color& color) { std::copy(color.begin(), color.end(), at(x, y)); }
};

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "show-plates: %s\n", message.c_str());
  std::exit(1);
}

Picture read_png(const char* path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path)) fail(std::string(path) + ": " + image.message);
  image.format = PNG_FORMAT_RGB;
  Picture picture(image.width, image.height);
  if (!png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr))
    fail(std::string(path) + ": " + image.message);
  return picture;
}

void write_png(const Picture& picture, const char* path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_file(&image, path, 0, picture.rgb.data(), 0, nullptr))
    fail(std::string(path) + ": " + image.message);
}

// The preview, reduced: each pixel is the mean of 2 x 2 pixels.
Picture halved(Picture& picture) {
  Picture half(picture.width / 2, picture.height / 2);
  for (std::uint32_t y = 0; y < half.height; ++y) {
    for (std::uint32_t x = 0; x < half.width; ++x) {
      for (std::size_t c = 0; c < 3; ++c) {
        const int sum = picture.at(2 * x, 2 * y)[c] + picture.at(2 * x + 1, 2 * y)[c] +
                        picture.at(2 * x, 2 * y + 1)[c] + picture.at(2 * x + 1, 2 * y + 1)[c];
        half.at(x, y)[c] = static_cast<std::uint8_t>((sum + 2) / 4);
      }
    }
  }
  return half;
}

void paste(Picture& onto, std::uint32_t left, std::uint32_t top, Picture& picture) {
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    std::copy_n(picture.at(0, y), 3 * picture.width, onto.at(left, top + y));
  }
}

Picture piece_of(const char* path, std::uint32_t left, std::uint32_t top, const Color& ink) {
  const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(path, "r"), TIFFClose);
  if (!tiff) fail(std::string(path) + ": cannot be read");
  std::vector<std::uint8_t> row(static_cast<std::size_t>(TIFFScanlineSize(tiff.get())));
  Picture picture(piece * enlarged, piece * enlarged);
  for (std::uint32_t y = 0; y < top + piece; ++y) {
    if (TIFFReadScanline(tiff.get(), row.data(), y, 0) != 1) fail(std::string(path) + ": has too few rows");
    for (std::uint32_t i = 0; y >= top && i < enlarged * enlarged * piece; ++i) {
      const std::uint32_t x = left + i % (enlarged * piece) / enlarged;
      if (x / 8 >= row.size()) fail(std::string(path) + ": is too narrow");
      const bool inked = row[x / 8] >> (7 - x % 8) & 1;
      picture.set(i % (enlarged * piece), (y - top) * enlarged + i / (enlarged * piece), inked ? ink : paper);
    }
  }
  return picture;
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc != 9) fail("usage: show-plates PREVIEW.png LEFT TOP CYAN.tif MAGENTA.tif YELLOW.tif BLACK.tif OUT.png");
  Picture preview = read_png(argv[1]);
  Picture page = halved(preview);
  const auto left = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const auto top = static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10));
  constexpr std::uint32_t side = piece * enlarged;
  Picture sheet(page.width + 2 * (gap + side), std::max(page.height, 2 * side + gap));
  paste(sheet, 0, 0, page);
  for (std::uint32_t i = 0; i < inks.size(); ++i) {
    Picture plate = piece_of(argv[4 + i], left, top, inks[i]);
    paste(sheet, page.width + gap + i % 2 * (side + gap), i / 2 * (side + gap), plate);
  }
  write_png(sheet, argv[8]);
  return 0;
}
