// The SIMD wavefront under AddressSanitizer: one error filter of each lane width, on the smallest vectors. GCC would
// take minutes and gigabytes for all filters, so the library's wavefront is built without it (halftone/CMakeLists.txt).
// The library leaves out these vectors (SSSE3), so none of its functions can replace one of these.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS 0

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "halftone/cpu/band-inl.h"
#include "tests/halftone/diffusion.h"
#include "tests/seed.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {
namespace {

using Narrow = Chain16<place_of("floyd-steinberg"), true>;
using Wide = Chain32<place_of("jarvis"), false>;

struct Page {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int levels = 2;
  Drops drops;
  std::vector<std::uint8_t> samples;
};

// The same memory as in cpu.cpp: rows of errors with their margins. Each has exactly the bytes that a band may access.
class Bands {
 public:
  explicit Bands(const Page& page)
      : page_(page),
        amounts_(page.drops, page.levels, solid),
        row_bytes_(plate_row_bytes(page.width, page.levels)),
        above1_(static_cast<std::size_t>(left_margin + page.width + right_margin), no_error),
        above2_(above1_),
        pixels_(static_cast<std::size_t>(row_bytes_ * page.height)) {
    before_.position = position(0, all_columns);
  }

  template <class Chain>
  void run() {
    for (std::int64_t row = 0; row < page_.height; row += Chain::rows) {
      run_chain<Chain, std::uint8_t>(
          {.filter = &filter_,
           .tone = nullptr,
           .amounts = &amounts_,
           .levels = page_.levels,
           .bits = 8,
           .width = page_.width,
           .number = row / Chain::rows + 1,
           .rows = static_cast<int>(std::min<std::int64_t>(Chain::rows, page_.height - row)),
           .first_row = row,
           .plane = {reinterpret_cast<const std::byte*>(page_.samples.data() + row * page_.width), page_.width},
           .plate = {pixels_.data() + row * row_bytes_, row_bytes_},
           .above1 = above1_.data() + left_margin,
           .above2 = above2_.data() + left_margin,
           .next = {},
           .next_rows = 0,
           .before = &before_,
           .progress = &own_});
      before_.position = own_.position.load();
    }
  }

  [[nodiscard]] int level(std::int64_t y, std::int64_t x) const {
    const int bits = plate_bits(page_.levels);
    const auto byte = std::to_integer<int>(pixels_[static_cast<std::size_t>(y * row_bytes_ + x * bits / 8)]);
    return byte >> (8 - bits - static_cast<int>(x * bits % 8)) & ((1 << bits) - 1);
  }

 private:
  const Page& page_;
  const ErrorFilter& filter_ = error_filters.front();  // any filter: the chain knows its own
  LevelAmounts amounts_;
  std::ptrdiff_t row_bytes_;
  std::vector<std::uint16_t> above1_, above2_;
  std::vector<std::byte> pixels_;
  Progress before_, own_;
};

template <class Chain>
void expect_diffused(Method filter, int levels, const std::vector<int>& drops = {}) {
  std::mt19937 random(test_seed());
  for (const std::int64_t width : {1, 2, 63, 64, 65, 130, 517}) {
    for (const std::int64_t height : {1, 2, Chain::rows - 1, Chain::rows, Chain::rows + 3}) {
      Page page{width,
                height,
                levels,
                {.amounts = drops, .mix = 0},
                std::vector<std::uint8_t>(static_cast<std::size_t>(width * height))};
      std::ranges::generate(page.samples, [&] { return static_cast<std::uint8_t>(random()); });
      Bands bands(page);
      bands.run<Chain>();
      const auto expected = diffuse(
          filter, levels, 8, width, height,
          [&](std::int64_t y, std::int64_t x) { return page.samples[static_cast<std::size_t>(y * width + x)]; }, drops);
      for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x)
          ASSERT_EQ(bands.level(y, x), expected[static_cast<std::size_t>(y * width + x)])
              << "row " << y << " column " << x << " of " << width << " by " << height;
    }
  }
}

TEST(SanitizedBand, Of16Bits) {
  expect_diffused<Narrow>("floyd-steinberg", 2);
}

TEST(SanitizedBand, Of32Bits) {
  expect_diffused<Wide>("jarvis", 4);
  expect_diffused<Wide>("jarvis", 4, {0, 28, 55, 100});
}

}  // namespace
}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
