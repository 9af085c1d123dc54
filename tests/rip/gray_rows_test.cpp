#include "rip/pages/placing/gray_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace platerip::rip {
namespace {

using testing::ElementsAreArray;
using tiffio::Alpha;

/// A page of one row.
template <typename Sample>
class OneRow : public PageRows {
 public:
  OneRow(std::vector<Sample> samples, Alpha alpha) : samples_(std::move(samples)) {
    info_.alpha = alpha;
    info_.bits = 8 * sizeof(Sample);
    info_.width = static_cast<std::int64_t>(samples_.size()) / info_.samples();
    info_.height = 1;
    info_.resolution = {300, 600, 2};
    info_.orientation = 6;
    info_.icc_profile.resize(100);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  Status read(std::int64_t, std::byte* out, std::ptrdiff_t) override {
    std::memcpy(out, samples_.data(), samples_.size() * sizeof(Sample));
    return {};
  }

 private:
  std::vector<Sample> samples_;
  tiffio::PageInfo info_;
};

template <typename Sample>
std::vector<Sample> grays_of(std::vector<Sample> samples, Alpha alpha = Alpha::none) {
  auto page = gray_rows(std::make_unique<OneRow<Sample>>(std::move(samples), alpha), profiles::Profile::srgb(),
                        profiles::Intent::relative, true);
  EXPECT_TRUE(page.ok());
  const tiffio::PageInfo& info = (**page).info();
  EXPECT_EQ(info.model, tiffio::ColorModel::gray);
  EXPECT_EQ(info.samples(), 1);
  EXPECT_EQ(info.resolution.y, 600);
  EXPECT_EQ(info.orientation, 6);
  EXPECT_TRUE(info.icc_profile.empty());
  std::vector<Sample> grays(static_cast<std::size_t>(info.width));
  EXPECT_TRUE((**page).read(1, reinterpret_cast<std::byte*>(grays.data()), info.row_bytes()).ok());
  return grays;
}

TEST(GrayRows, NeutralColoursStayAsTheyAre) {
  std::vector<std::uint8_t> page;
  std::vector<std::uint8_t> grays;
  std::vector<std::uint16_t> wide_page;
  for (int value = 0; value < 256; ++value) {
    grays.push_back(static_cast<std::uint8_t>(value));
    page.insert(page.end(), 3, grays.back());
    wide_page.insert(wide_page.end(), 3, static_cast<std::uint16_t>(value * 257));
  }
  EXPECT_THAT(grays_of(page), ElementsAreArray(grays));
  const auto wide = grays_of(wide_page);
  for (int value = 0; value < 256; ++value) EXPECT_NEAR(wide[static_cast<std::size_t>(value)], value * 257, 2);
}

// IEC 61966-2-1: the luminances of sRGB's primaries, adapted to D50.
TEST(GrayRows, ColoursBecomeGraysOfTheirLuminance) {
  const auto gray = [](double luminance) { return 255 * (1.055 * std::pow(luminance, 1 / 2.4) - 0.055); };
  const auto grays = grays_of<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255});
  EXPECT_NEAR(grays[0], gray(0.2225), 1);
  EXPECT_NEAR(grays[1], gray(0.7169), 1);
  EXPECT_NEAR(grays[2], gray(0.0606), 1);
}

TEST(GrayRows, AlphaIsLaidOverPaper) {
  EXPECT_THAT(grays_of<std::uint8_t>({0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 51, 100, 100, 100, 102}, Alpha::unassociated),
              ElementsAreArray({0, 255, 204, 193}));
  EXPECT_THAT(grays_of<std::uint8_t>({0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 51, 100, 100, 100, 102}, Alpha::associated),
              ElementsAreArray({0, 255, 204, 253}));
  const auto wide = grays_of<std::uint16_t>({0, 0, 0, 13107, 65535, 65535, 65535, 7}, Alpha::unassociated);
  EXPECT_NEAR(wide[0], 52428, 2);
  EXPECT_EQ(wide[1], 65535);
}

}  // namespace
}  // namespace platerip::rip
