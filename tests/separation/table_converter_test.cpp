// The table of all colours is used if, and only if, it is right.
#include "separation/cpu/table_converter.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "separation/check.h"
#include "tests/seed.h"

namespace platerip::separation::cpu {
namespace {

// Some inks of a colour.
std::uint32_t entry_of(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return (red ^ 0x55) | (green ^ 0x33) << 8 | (blue ^ 0x0F) << 16 | ((red + green + blue) & 0xFF) << 24;
}

// Counts the pixels that it computes.
class Direct final : public Converter<std::uint8_t> {
 public:
  explicit Direct(std::int64_t& computed) : computed_(computed) {}
  std::string name() const override { return "direct"; }
  void run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const override {
    computed_ += count;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::uint32_t entry = entry_of(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]);
      for (std::size_t ink = 0; ink < inks.size(); ++ink) inks[ink][i] = static_cast<std::uint8_t>(entry >> 8 * ink);
    }
  }

 private:
  std::int64_t& computed_;
};

// A converter whose table has this much too much of the last ink in dark greens.
TableConverter converter_with(std::uint32_t wrong, std::int64_t& computed) {
  const auto fill = [wrong](TableRow row) {
    for (std::uint32_t red = 0; red < 256; ++red)
      row.groups[0][red] = entry_of(red, row.green, row.blue) + (row.green < 64 ? wrong << 24 : 0);
  };
  return {std::make_unique<Direct>(computed), ColorTable::make(4), fill, 4};
}

using Inks = std::array<std::vector<std::uint8_t>, 4>;

Inks inks_of(const Converter<std::uint8_t>& converter, const std::vector<std::uint8_t>& pixels) {
  const std::size_t count = pixels.size() / 3;
  Inks inks;
  std::vector<std::uint8_t*> rows;
  for (auto& ink : inks) rows.push_back((ink.resize(count), ink.data()));
  converter.run(pixels.data(), static_cast<std::int64_t>(count), rows);
  return inks;
}

Inks computed_inks(const std::vector<std::uint8_t>& pixels) {
  std::int64_t computed = 0;
  return inks_of(Direct(computed), pixels);
}

// A smooth row, so that the table is used.
std::vector<std::uint8_t> ramp() {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < 256; ++i) pixels.insert(pixels.end(), 3, static_cast<std::uint8_t>(i));
  return pixels;
}

std::vector<std::uint8_t> noise(std::int64_t count) {
  std::mt19937 random{test_seed()};
  std::vector<std::uint8_t> samples(static_cast<std::size_t>(3 * count));
  for (std::uint8_t& sample : samples) sample = static_cast<std::uint8_t>(random());
  return samples;
}

TEST(TableConverter, TakesColorsOutOfARightTable) {
  std::int64_t computed = 0;
  const TableConverter converter = converter_with(0, computed);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(inks_of(converter, ramp()), computed_inks(ramp()));
  EXPECT_EQ(computed, telling_pixels<std::uint8_t>({}).count()) << "to check the table, and no pixel of the page";
  EXPECT_EQ(converter.name(), "table");
}

TEST(TableConverter, ComputesNoise) {
  std::int64_t computed = 0;
  const TableConverter converter = converter_with(0, computed);
  const auto pixels = noise(10'000);
  EXPECT_EQ(inks_of(converter, pixels), computed_inks(pixels));
  EXPECT_EQ(computed, 10'000);
}

TEST(TableConverter, NeverUsesAWrongTable) {
  std::int64_t computed = 0;
  const TableConverter converter = converter_with(1, computed);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(inks_of(converter, ramp()), computed_inks(ramp()));
  EXPECT_EQ(converter.name(), "direct, as its table came out wrong");
}

}  // namespace
}  // namespace platerip::separation::cpu
