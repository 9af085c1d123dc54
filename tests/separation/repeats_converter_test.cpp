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

// Counts the pixels that it computes. Each colour has inks of its own, and none is without ink.
template <typename Sample>
class Direct final : public Converter<Sample> {
 public:
  Direct(std::atomic<std::int64_t>& computed, int colors) : computed_(computed), colors_(colors) {}
  std::string name() const override { return "direct"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    computed_ += count;
    for (std::int64_t i = 0; i < count; ++i, pixels += colors_)
      for (std::size_t ink = 0; ink < inks.size(); ++ink)
        inks[ink][i] = static_cast<Sample>(pixels[static_cast<int>(ink) % colors_] ^ 0x5A5A);
  }

 private:
  std::atomic<std::int64_t>& computed_;
  int colors_;
};

template <typename Sample>
using Samples = std::vector<Sample>;

// Pixels of so many colours, white among them.
template <typename Sample>
Samples<Sample> pixels_of(std::uint64_t colors, int count, int samples, std::mt19937_64& random) {
  Samples<Sample> pixels;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t color = random() % colors * 0x0001000300050007U;
    for (int s = 0; s < samples; ++s) pixels.push_back(static_cast<Sample>(color >> 16 * s));
  }
  return pixels;
}

template <typename Sample>
class RepeatsConverterOf : public testing::Test {
 protected:
  std::unique_ptr<Direct<Sample>> direct(int colors) { return std::make_unique<Direct<Sample>>(computed_, colors); }

  static auto inks_of(const Converter<Sample>& converter, const Samples<Sample>& pixels, int colors,
                      std::size_t inks = 4) {
    const std::size_t count = pixels.size() / static_cast<std::size_t>(colors);
    std::vector<Samples<Sample>> found(inks, Samples<Sample>(count));
    std::vector<Sample*> rows;
    for (auto& ink : found) rows.push_back(ink.data());
    converter.run(pixels.data(), static_cast<std::int64_t>(count), rows);
    return found;
  }

  std::atomic<std::int64_t> computed_ = 0;
  std::mt19937_64 random_{test_seed()};
};

using EitherSample = testing::Types<std::uint8_t, std::uint16_t>;
TYPED_TEST_SUITE(RepeatsConverterOf, EitherSample);

TYPED_TEST(RepeatsConverterOf, ComputesFewColorsOnce) {
  const RepeatsConverter<TypeParam> converter(this->direct(4), 4);
  const auto page = pixels_of<TypeParam>(10, 5000, 4, this->random_);
  for (int i = 0; i < 3; ++i) this->inks_of(converter, page, 4);
  this->computed_ = 0;
  const auto found = this->inks_of(converter, page, 4);
  EXPECT_EQ(this->computed_, 0);
  EXPECT_EQ(found, this->inks_of(*this->direct(4), page, 4));
}

TYPED_TEST(RepeatsConverterOf, ComputesNewColors) {
  const RepeatsConverter<TypeParam> converter(this->direct(3), 3);
  for (int i = 0; i < 40; ++i) {
    const auto page = pixels_of<TypeParam>(~std::uint64_t{0}, 1000, 3, this->random_);
    ASSERT_EQ(this->inks_of(converter, page, 3), this->inks_of(*this->direct(3), page, 3));
  }
}

TYPED_TEST(RepeatsConverterOf, FindsWhatWouldBeComputed) {
  for (const int colors : {3, 4})
    for (const std::size_t inks : {1, 3, 4}) {
      const RepeatsConverter<TypeParam> converter(this->direct(colors), colors);
      for (const std::uint64_t different : {1, 2, 700, 100'000, 700, 700, 700})
        for (const int count : {1, 511, 513, 4096}) {
          const auto page = pixels_of<TypeParam>(different, count, colors, this->random_);
          ASSERT_EQ(this->inks_of(converter, page, colors, inks),
                    this->inks_of(*this->direct(colors), page, colors, inks))
              << colors << " samples, " << inks << " inks, " << different << " colours, " << count << " pixels";
        }
    }
}

TYPED_TEST(RepeatsConverterOf, IsForManyThreads) {
  std::atomic<int> wrong = 0;
  const RepeatsConverter<TypeParam> converter(this->direct(4), 4);
  std::vector<std::thread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      std::mt19937_64 random(test_seed() + thread);
      for (int i = 0; i < 20; ++i) {
        const auto page = pixels_of<TypeParam>(1000, 4096, 4, random);
        wrong += this->inks_of(converter, page, 4) != this->inks_of(*this->direct(4), page, 4);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace platerip::separation::cpu
