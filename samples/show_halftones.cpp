// show-halftones NAME=PLATE.tif... OUT.png makes the picture in the README: the same two pieces of each plate of the
// sample page, a ramp and a part of a photograph, beside each other and enlarged pixel by pixel.
#include <png.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/lettering/font.h"
#include "samples/paint.h"

namespace {

using namespace platerip::samples;

constexpr std::int64_t enlarged = 2;
constexpr std::int64_t gap = 12;
constexpr std::int64_t title_height = 34;
constexpr double cap_height = 14;

// Where the pieces are on the page, in its pixels.
constexpr std::array pieces{Box{1996, 1508, 2156, 1582}, Box{446, 1850, 606, 2000}};

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "show-halftones: %s\n", message.c_str());
  std::exit(1);
}

// The rows of a plate down to the last of the pieces.
using Rows = std::vector<std::vector<std::uint8_t>>;

std::shared_ptr<const Rows> read_rows(const std::string& path) {
  const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  if (!tiff) fail(path + ": cannot be read");
  const auto row_bytes = static_cast<std::size_t>(TIFFScanlineSize(tiff.get()));
  Rows rows(static_cast<std::size_t>(pieces.back().bottom), std::vector<std::uint8_t>(row_bytes));
  for (std::size_t y = 0; y < rows.size(); ++y) {
    if (TIFFReadScanline(tiff.get(), rows[y].data(), static_cast<std::uint32_t>(y), 0) != 1)
      fail(path + ": has too few rows");
  }
  if (static_cast<std::int64_t>(row_bytes) * 8 < pieces.front().right) fail(path + ": is too narrow");
  return std::make_shared<const Rows>(std::move(rows));
}

Box enlarged_at(std::int64_t left, std::int64_t top, const Box& piece) {
  return {left, top, left + enlarged * piece.width(), top + enlarged * piece.height()};
}

// The title and the pieces of a plate, one above the other. Returns what is below them.
std::int64_t add_plate(std::vector<Element>& elements, std::int64_t left, const std::string& title,
                       const std::shared_ptr<const Rows>& rows) {
  const Point baseline{static_cast<double>(left) + 2, cap_height + 6};
  elements.push_back(strokes(platerip::lettering::text_strokes(title, baseline, cap_height), 2, gray(0.1)));
  std::int64_t top = title_height;
  for (const Box& piece : pieces) {
    const Box box = enlarged_at(left, top, piece);
    elements.push_back(fill(box, [rows, piece](std::int64_t column, std::int64_t row) {
      const auto x = static_cast<std::size_t>(piece.left + column / enlarged);
      const auto y = static_cast<std::size_t>(piece.top + row / enlarged);
      return gray((*rows)[y][x / 8] >> (7 - x % 8) & 1 ? 0.1 : 1);
    }));
    top = box.bottom + gap;
  }
  return top - gap;
}

void write_png(const std::string& path, std::int64_t width, std::int64_t height, const std::vector<Element>& elements) {
  std::vector<std::uint8_t> grays;
  std::vector<Color> row(static_cast<std::size_t>(width));
  for (std::int64_t y = 0; y < height; ++y) {
    std::ranges::fill(row, gray(0.85));
    for (const Element& element : elements)
      if (element.top <= y && y < element.bottom) element.paint(y, row);
    for (const Color& color : row) grays.push_back(static_cast<std::uint8_t>(color.r * 255 + 0.5));
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_GRAY;
  if (!png_image_write_to_file(&image, path.c_str(), 0, grays.data(), 0, nullptr)) fail(path + ": " + image.message);
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc < 3) fail("usage: show-halftones NAME=PLATE.tif... OUT.png");
  std::vector<Element> elements;
  std::int64_t left = 0, height = 0;
  for (int i = 1; i < argc - 1; ++i) {
    const std::string plate = argv[i];
    const std::size_t equals = plate.find('=');
    if (equals == std::string::npos) fail(plate + ": NAME= is missing");
    height = add_plate(elements, left, plate.substr(0, equals), read_rows(plate.substr(equals + 1)));
    left += enlarged * pieces.front().width() + gap;
  }
  write_png(argv[argc - 1], left - gap, height, elements);
  return 0;
}
