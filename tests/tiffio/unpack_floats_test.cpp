// Floating-point samples become the nearest 16-bit numbers, with every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "tests/seed.h"
#include "tiffio/layout/unpack.h"

namespace platerip::tiffio {
namespace {

std::uint16_t nearest(float sample) {
  if (!(sample > 0)) return 0;  // NaN too
  return static_cast<std::uint16_t>(std::floor(std::min<double>(sample, 1) * 65535 + 0.5));
}

std::vector<std::uint16_t> unpacked(const std::vector<float>& samples) {
  std::vector<std::byte> in(1 + samples.size() * sizeof(float)), out(3 + samples.size() * sizeof(std::uint16_t));
  std::ranges::copy(std::as_bytes(std::span(samples)), in.begin() + 1);
  unpack_floats(in.data() + 1, static_cast<std::int64_t>(samples.size()), out.data() + 1);
  EXPECT_EQ(out.front(), std::byte{0});
  EXPECT_EQ(out[out.size() - 2], std::byte{0});
  std::vector<std::uint16_t> numbers(samples.size());
  const auto bytes = std::span(out).subspan(1, out.size() - 3);
  std::ranges::copy(bytes, std::as_writable_bytes(std::span(numbers)).begin());
  return numbers;
}

TEST(UnpackFloats, RoundsEveryKindOfNumber) {
  std::mt19937 random(test_seed());
  std::vector<float> samples;
  for (int number = 0; number < 65535; ++number) {
    const auto between = static_cast<float>((number + 0.5) / 65535);
    samples.insert(samples.end(), {std::nextafter(between, 0.0F), between, std::nextafter(between, 1.0F)});
  }
  for (int i = 0; i < 200'000; ++i) samples.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  for (int i = 0; i < 200'000; ++i) samples.push_back(std::uniform_real_distribution(-0.1F, 1.1F)(random));
  const std::vector<std::uint16_t> numbers = unpacked(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) ASSERT_EQ(numbers[i], nearest(samples[i])) << samples[i];
}

TEST(UnpackFloats, ServesAnyNumberOfSamples) {
  for (std::size_t count = 0; count < 70; ++count)
    EXPECT_EQ(unpacked(std::vector<float>(count, 0.25F)), std::vector<std::uint16_t>(count, 16384));
}

}  // namespace
}  // namespace platerip::tiffio
