#include "samples/content.h"

#include <memory>
#include <utility>

#include "samples/landscape.h"
#include "samples/noise.h"
#include "samples/test_page.h"

namespace platerip::samples {
namespace {

RowPainter page(std::int64_t width, std::int64_t height) {
  return [elements = test_page(width, height)](std::int64_t y, Row row) {
    for (const Element& element : elements) {
      if (element.top <= y && y < element.bottom) element.paint(y, row);
    }
  };
}

/// A picture that fills the page.
RowPainter whole(std::int64_t width, std::int64_t height, Picture picture) {
  return
      [element = fill({0, 0, width, height}, std::move(picture))](std::int64_t y, Row row) { element.paint(y, row); };
}

Picture photo(std::int64_t width, std::int64_t height, std::uint32_t seed) {
  auto landscape = std::make_shared<const Landscape>(width, height, seed);
  return [landscape = std::move(landscape)](std::int64_t x, std::int64_t y) { return landscape->at(x, y); };
}

Picture noise(std::uint32_t seed) {
  return [seed](std::int64_t x, std::int64_t y) {
    return Color{random(x, y, 3 * seed), random(x, y, 3 * seed + 1), random(x, y, 3 * seed + 2)};
  };
}

/// Red rises to the right, green downwards, blue along the diagonal.
Picture gradient(std::int64_t width, std::int64_t height) {
  return [width, height](std::int64_t x, std::int64_t y) {
    const double across = (static_cast<double>(x) + 0.5) / static_cast<double>(width);
    const double down = (static_cast<double>(y) + 0.5) / static_cast<double>(height);
    return Color{across, down, (across + 1 - down) / 2};
  };
}

}  // namespace

std::optional<RowPainter> find_content(std::string_view name, std::int64_t width, std::int64_t height,
                                       std::uint32_t seed) {
  if (name == "page") return page(width, height);
  if (name == "photo") return whole(width, height, photo(width, height, seed));
  if (name == "noise") return whole(width, height, noise(seed));
  if (name == "gradient") return whole(width, height, gradient(width, height));
  if (name == "white") return [](std::int64_t, Row) {};
  return std::nullopt;
}

}  // namespace platerip::samples
