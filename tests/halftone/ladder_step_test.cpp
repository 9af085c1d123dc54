// The arithmetic by which a GPU prints drop sizes, on the host: it makes the plates of the reference. Needs no GPU.
#include "halftone/cuda/tones/ladder_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "halftone/backends/backends.h"
#include "halftone/page_boundary.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/random_page.h"

namespace platerip::halftone::cuda {
namespace {

TEST(LadderTables, HaveTheAmountsOfALadder) {
  std::mt19937 random(test_seed());
  const ToneFilter& filter = tone_filters[1];
  for (int i = 0; i < 100; ++i) {
    const int levels = 3 + static_cast<int>(random() % 14);
    const Drops drops = random_drops(random, levels);
    SCOPED_TRACE(std::to_string(levels) + " levels" + halftone::described(drops));
    const ToneLadder ladder(filter, 0, drops, levels);
    const LadderTables tables(filter, ladder);
    const auto expect_equal = [&](const LadderAmount& found, const ToneLadder::Amount& expected) {
      ASSERT_EQ(found.level, expected.level);
      ASSERT_EQ(found.above, expected.above);
      ASSERT_EQ(tables.classes[found.place()].tone_class, expected.tone_class);
      ASSERT_EQ(found.centred, expected.centred);
    };
    for (int sample = 0; sample < 256; ++sample) {
      for (int mask = static_cast<int>(random() % 4); mask < 256; mask += 4)
        ASSERT_NO_FATAL_FAILURE(expect_equal(ladder_amount<8>(tables, sample, mask), ladder.amount(sample, 255, mask)));
    }
    for (int sample = 0; sample < 65536; ++sample) {
      const int mask = static_cast<int>(random() % 256);
      ASSERT_NO_FATAL_FAILURE(
          expect_equal(ladder_amount<16>(tables, sample, mask), ladder.amount(sample, 65535, mask)));
    }
  }
}

// Every product that a limited error can have.
TEST(LadderStep, LimitsErrorsTo16Bits) {
  using Step = LadderStep<1>;
  StepWeights weights{};
  for (int weight = 0; weight <= 8; ++weight) {
    weights.w[0] = static_cast<float>(weight) / 16;
    for (const int step : {1020, 4321, 21760, 32640}) {
      for (int sum = -45000; sum <= 45000; ++sum) {
        for (const bool next_level : {false, true}) {
          const LadderPixel pixel{.start = 0,
                                  .threshold = static_cast<float>(next_level ? sum - 1 : sum),
                                  .step = static_cast<float>(step) / error_range,
                                  .seed = 0};
          float left = 0;
          const auto given = Step::quantise(static_cast<float>(sum), pixel, weights, left, Step::no_sums());
          ASSERT_EQ(given.ink, next_level ? 1.0F : 0.0F);
          const int error = std::clamp(sum - (next_level ? step : 0), -32768, 32767);
          ASSERT_EQ(static_cast<int>(left - tone_zero), (weight * error + 8) >> 4) << sum << ' ' << weight;
        }
      }
    }
  }
}

constexpr std::int64_t stripe_rows = 32;

// Halftones the plane of a page row by row, as the lanes of a stripe do. `sums` are U of the first row.
template <std::size_t place, int bits>
void expect_the_plate(const RandomPage& page, const Settings& settings, std::vector<int> sums) {
  using Step = LadderStep<place>;
  const PlaneSettings& plane = settings.planes[0];
  const LadderTables tables(Step::filter, ToneLadder(Step::filter, plane.sharpness, plane.drops, settings.levels));
  const std::vector<std::uint8_t> mask = padded_mask(plane.ink);
  std::vector<std::uint32_t> came, complete;
  for (const int sum : sums) came.push_back(tone_zero_bits + static_cast<std::uint32_t>(sum));
  for (std::int64_t y = 0; y < page.height(); ++y) {
    complete.clear();
    float left = tone_zero;
    auto below = Step::no_sums();
    for (std::int64_t x = 0; x < settings.width + Step::reach; ++x) {
      const bool inside = x < settings.width;
      LadderAmount amount{};
      LadderPixel pixel = Step::outside();
      if (inside) {
        const int blue = mask[static_cast<std::size_t>(y % mask_side * mask_row + x % mask_side)];
        amount = ladder_amount<bits>(tables, page.sample(0, y, x), blue);
        pixel = Step::pixel(tables, amount, Step::filter.seeded ? static_cast<float>(tone_seed(x, y, plane.ink)) : 0);
      }
      const std::uint32_t sum = inside ? came[static_cast<std::size_t>(x)] : tone_zero_bits;
      const bool is_first = y % stripe_rows == 0;
      if (is_first && inside) {
        const int own = Step::sum_of(sum);
        pixel = Step::with_sum(
            pixel, own == 0 ? Step::seed(pixel, x, y, plane.ink) : std::clamp(own, -tone_limit, tone_limit));
      }
      left = std::fma(is_zero(sum), seed_of(pixel), left);
      const float start = left + start_of(pixel, sum, is_first && inside ? 0 : 2 * tone_limit);
      const StepWeights weights = Step::weights(weights_of(pixel));
      const auto given = Step::quantise(start, pixel, weights, left, below);
      Step::give(given.error, weights, below);
      if (x >= Step::reach) complete.push_back(std::bit_cast<std::uint32_t>(given.complete));
      if (inside) {
        ASSERT_EQ(amount.level + static_cast<int>(given.ink), page.level(0, y, x)) << x << ", " << y;
      }
    }
    came = complete;
  }
}

template <std::size_t place>
void expect_the_plate(const RandomPage& page, const Settings& settings, const std::vector<int>& sums) {
  settings.bits == 8 ? expect_the_plate<place, 8>(page, settings, sums)
                     : expect_the_plate<place, 16>(page, settings, sums);
}

TEST(LadderStep, MakesThePlatesOfTheReference) {
  std::mt19937 random(test_seed());
  const Backend* reference = *find_backend("reference");
  for (int i = 0; i < 300; ++i) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const std::size_t place = random() % tone_filters.size();
    Settings settings{.planes = {{.method = *find_method(tone_filters[place].name)}},
                      .levels = 3 + below(14),
                      .bits = below(2) == 0 ? 8 : 16,
                      .width = 1 + below(400)};
    PlaneSettings& plane = settings.planes[0];
    plane.sharpness = below(2) == 0 ? 0 : below(max_sharpness + 1);
    plane.ink = below(5);
    plane.drops = random_drops(random, settings.levels);
    SCOPED_TRACE(std::string(tone_filters[place].name) + ", " + std::to_string(settings.levels) + " levels" +
                 halftone::described(plane.drops) + ", " + std::to_string(settings.bits) + " bits, sharpness " +
                 std::to_string(plane.sharpness));
    RandomPage page(settings, 1 + below(70), random);
    std::vector<std::byte> memory(reference->workspace_bytes(settings));
    const auto halftoner = *reference->make(settings, memory);
    // Below a page that left any sums.
    const int most = below(2) * largest_sum(tone_filters[place], settings.levels);
    std::vector<std::int16_t> sums;
    for (std::int64_t x = 0; x < settings.width; ++x)
      sums.push_back(
          static_cast<std::int16_t>(below(3) == 0 ? (below(2) == 0 ? most : -most) : below(2 * most + 1) - most));
    ASSERT_TRUE(halftoner->restore(boundary_of(settings, 0, sums)).ok());
    ASSERT_TRUE(page.run(*halftoner, 0, page.height()).ok());
    const std::vector<int> wide(sums.begin(), sums.end());
    const auto expect_equal = place == 0 ? expect_the_plate<0> : expect_the_plate<1>;
    ASSERT_NO_FATAL_FAILURE(expect_equal(page, settings, wide));
  }
}

}  // namespace
}  // namespace platerip::halftone::cuda
