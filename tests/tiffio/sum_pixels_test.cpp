// Sums of differences between neighbouring pixels, sample by sample, with every instruction set.
#include "tiffio/pages/sum_pixels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "base/simd.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

using Bytes = std::vector<std::byte>;

template <typename Sample>
void expect_sums(const Bytes& differences, std::size_t pixel_samples) {
  const std::size_t count = differences.size() / sizeof(Sample);
  std::vector<Sample> sums(count);
  std::memcpy(sums.data(), differences.data(), differences.size());
  for (std::size_t i = pixel_samples; i < count; ++i) sums[i] = static_cast<Sample>(sums[i] + sums[i - pixel_samples]);
  Bytes row = differences;
  tiffio::sum_pixels(row, pixel_samples * sizeof(Sample), sizeof(Sample));
  EXPECT_EQ(std::memcmp(row.data(), sums.data(), row.size()), 0)
      << count << " samples of " << sizeof(Sample) << " bytes, " << pixel_samples << " in a pixel";
}

TEST(SumPixels, AddsToEachSampleTheOneOfThePixelBefore) {
  std::mt19937 random(test_seed());
  for (const std::int64_t target : simd_here()) {
    use_simd(target);
    for (std::size_t pixel_samples = 1; pixel_samples < 20; ++pixel_samples) {
      for (const std::size_t pixels : {1, 2, 3, 4, 5, 6, 7, 11, 16, 17, 33, 100}) {
        Bytes differences(4 * pixels * pixel_samples);
        for (std::byte& byte : differences) byte = static_cast<std::byte>(random());
        expect_sums<std::uint32_t>(differences, pixel_samples);
        differences.resize(2 * pixels * pixel_samples);
        expect_sums<std::uint16_t>(differences, pixel_samples);
        differences.resize(pixels * pixel_samples);
        expect_sums<std::uint8_t>(differences, pixel_samples);
      }
    }
  }
  use_simd(0);
}

}  // namespace
}  // namespace platerip::test
