#include "tests/bench/literature/page.h"

#include <cmath>
#include <cstring>
#include <random>

#include "halftone/backends/backends.h"

namespace platerip::literature {
namespace {

constexpr std::ptrdiff_t padding = 192;

void fill_with_noise(Page& page) {
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i + 8 <= page.samples.size(); i += 8) {
    const std::uint64_t eight = random();
    std::memcpy(&page.samples[i], &eight, 8);
  }
}

void fill_with_gradient(Page& page) {
  for (int y = 0; y < page.height; ++y)
    for (int x = 0; x < page.width; ++x)
      page.samples[static_cast<std::size_t>(y * page.stride + x)] =
          static_cast<std::uint8_t>((std::int64_t{x} + y) * 255 / (page.width + page.height));
}

// Waves with grain.
void fill_with_waves(Page& page) {
  std::mt19937 random(1);
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const double wave = 60 * std::sin(x / 23.0) + 50 * std::cos(y / 17.0 + x / 41.0);
      const int grain = static_cast<int>(random() % 9) - 4;
      page.samples[static_cast<std::size_t>(y * page.stride + x)] =
          static_cast<std::uint8_t>(static_cast<int>(128 + wave) + grain);
    }
  }
}

}  // namespace

std::size_t page_bytes(int width, int height) {
  return static_cast<std::size_t>(width + padding) * static_cast<std::size_t>(height);
}

Page make_page(int width, int height, Content content) {
  Page page{width, height, width + padding, {}};
  page.samples.resize(page_bytes(width, height));
  switch (content) {
    case Content::noise:
      fill_with_noise(page);
      break;
    case Content::gradient:
      fill_with_gradient(page);
      break;
    case Content::waves:
      fill_with_waves(page);
  }
  return page;
}

void unpack(std::span<const std::byte> packed, std::size_t stride, int width, int height, int bits,
            std::span<std::uint8_t> levels) {
  const unsigned mask = (1u << bits) - 1;
  auto level = levels.begin();
  for (int y = 0; y < height; ++y) {
    const std::byte* byte = packed.data() + static_cast<std::size_t>(y) * stride;
    const auto end = level + width;
    for (; level < end; ++byte) {
      const auto pixels = std::to_integer<unsigned>(*byte);
      for (int shift = 8 - bits; shift >= 0 && level < end; shift -= bits)
        *level++ = static_cast<std::uint8_t>(pixels >> shift & mask);
    }
  }
}

std::vector<std::uint8_t> expected_levels(const Page& page, halftone::Method method, int levels) {
  const halftone::Settings settings{.planes = {{method}}, .levels = levels, .width = page.width};
  const halftone::Backend* reference = *halftone::find_backend("reference");
  std::vector<std::byte> workspace(reference->workspace_bytes(settings));
  const auto stride = static_cast<std::size_t>(halftone::plate_row_bytes(page.width, levels));
  std::vector<std::byte> packed(stride * static_cast<std::size_t>(page.height));
  const halftone::Plane plane{reinterpret_cast<const std::byte*>(page.samples.data()), page.stride};
  const halftone::Plate plate{packed.data(), static_cast<std::ptrdiff_t>(stride)};
  auto halftoner = reference->make(settings, workspace);
  if (!(*halftoner)->run({page.height, {&plane, 1}, {&plate, 1}}).ok()) return {};
  std::vector<std::uint8_t> expected(page.pixels());
  unpack(packed, stride, page.width, page.height, halftone::plate_bits(levels), expected);
  return expected;
}

}  // namespace platerip::literature
