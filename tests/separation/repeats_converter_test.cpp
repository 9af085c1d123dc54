// Remembered colours have the inks that they would be computed to.
#include "separation/cpu/repeats_converter.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

#include "tests/seed.h"

namespace platerip::separation::cpu {
namespace {

using Pixels = std::vector<std::uint8_t>;

// Counts the pixels that it computes. No colour has the inks that another one has, nor those of no ink.
class Direct final : public Converter<std::uint8_t> {
 public:
  explicit Direct(std::atomic<std::int64_t>& computed) : computed_(computed) {}
  std::string name() const override { return "direct"; }
  void run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const override {
    computed_ += count;
    for (std::int64_t i = 0; i < count; ++i)
      for (std::size_t ink = 0; ink < inks.size(); ++ink)
        inks[ink][i] = static_cast<std::uint8_t>(pixels[4 * i + static_cast<std::int64_t>(ink)] ^ 0x5A);
  }

 private:
  std::atomic<std::int64_t>& computed_;
};

std::vector<Pixels> inks_of(const Converter<std::uint8_t>& converter, const Pixels& pixels, std::size_t inks) {
  const std::size_t count = pixels.size() / 4;
  std::vector<Pixels> found(inks, Pixels(count));
  std::vector<std::uint8_t*> rows;
  for (Pixels& ink : found) rows.push_back(ink.data());
  converter.run(pixels.data(), static_cast<std::int64_t>(count), rows);
  return found;
}

// Pixels of so many colours, white among them.
Pixels pixels_of(std::uint32_t colors, int count, std::mt19937& random) {
  Pixels pixels;
  for (int i = 0; i < count; ++i) {
    const auto color = static_cast<std::uint32_t>(random() % colors * 0x01030507U);
    for (int byte = 0; byte < 4; ++byte) pixels.push_back(static_cast<std::uint8_t>(color >> 8 * byte));
  }
  return pixels;
}

TEST(RepeatsConverter, ComputesAColorOnce) {
  std::mt19937 random(test_seed());
  std::atomic<std::int64_t> computed = 0, ignored = 0;
  const RepeatsConverter converter(std::make_unique<Direct>(computed));
  const Pixels page = pixels_of(10, 5000, random);
  inks_of(converter, page, 4);
  const std::int64_t first = computed;
  EXPECT_EQ(inks_of(converter, page, 4), inks_of(Direct(ignored), page, 4));
  EXPECT_EQ(computed, first);
}

TEST(RepeatsConverter, FindsWhatWouldBeComputedForAnyColors) {
  std::mt19937 random(test_seed());
  std::atomic<std::int64_t> computed = 0;
  for (const std::size_t inks : {1, 3, 4}) {
    const RepeatsConverter converter(std::make_unique<Direct>(computed));
    for (const std::uint32_t colors : {1U, 2U, 700U, 300'000U, 0xFFFFFFFFU, 700U})
      for (const int count : {1, 511, 513, 4096}) {
        const Pixels page = pixels_of(colors, count, random);
        ASSERT_EQ(inks_of(converter, page, inks), inks_of(Direct(computed), page, inks)) << colors << ", " << count;
      }
  }
}

TEST(RepeatsConverter, IsForManyThreads) {
  std::atomic<std::int64_t> computed = 0;
  std::atomic<int> wrong = 0;
  const RepeatsConverter converter(std::make_unique<Direct>(computed));
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      std::mt19937 random(test_seed() + thread);
      for (int i = 0; i < 20; ++i) {
        const Pixels page = pixels_of(100'000, 4096, random);
        wrong += inks_of(converter, page, 4) != inks_of(Direct(computed), page, 4);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace platerip::separation::cpu
