// Spot inks beside the inks of a page's colours: as they are, whatever the backend.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "separation/backends/backends.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Profile;

constexpr std::int64_t width = 131;
constexpr std::int64_t rows = 5;
constexpr std::size_t padding = 12;

// The planes of random pixels, ink after ink, without padding.
template <typename Sample>
class Pages {
 public:
  explicit Pages(const PixelFormat& format)
      : samples_(static_cast<std::size_t>(format.bytes()) / sizeof(Sample)),
        stride_(width * format.bytes() + padding),
        pixels_(static_cast<std::size_t>(rows * stride_)) {
    std::mt19937 random(7);
    for (std::byte& byte : pixels_) byte = static_cast<std::byte>(random());
  }

  [[nodiscard]] Sample sample(std::int64_t pixel, std::size_t index) const {
    Sample value;
    const std::size_t row = static_cast<std::size_t>(pixel / width * stride_);
    std::memcpy(&value,
                pixels_.data() + row + (static_cast<std::size_t>(pixel % width) * samples_ + index) * sizeof value,
                sizeof value);
    return value;
  }

  // The first `kept` samples of each pixel, as pages of their own.
  [[nodiscard]] Pages first(const PixelFormat& format, std::size_t kept) const {
    Pages pages(format);
    for (std::int64_t pixel = 0; pixel < width * rows; ++pixel) {
      for (std::size_t i = 0; i < kept; ++i) {
        const Sample value = sample(pixel, i);
        const std::size_t row = static_cast<std::size_t>(pixel / width * pages.stride_);
        std::memcpy(pages.pixels_.data() + row + (static_cast<std::size_t>(pixel % width) * kept + i) * sizeof value,
                    &value, sizeof value);
      }
    }
    return pages;
  }

  [[nodiscard]] std::vector<std::vector<Sample>> separated(const Separator& separator) const {
    std::vector<std::vector<Sample>> planes(separator.inks().size(), std::vector<Sample>(width * rows));
    std::vector<Plane> out;
    for (auto& plane : planes) out.push_back({reinterpret_cast<std::byte*>(plane.data()), width * sizeof(Sample)});
    std::vector<std::byte> workspace(separator.workspace_bytes(width, rows));
    EXPECT_TRUE(separator.run({width, rows, pixels_.data(), stride_}, out, workspace).ok());
    return planes;
  }

 private:
  std::size_t samples_;
  std::ptrdiff_t stride_;
  std::vector<std::byte> pixels_;
};

template <typename Sample>
void expect_spots_beside(Settings colors, const std::string& backend) {
  const auto of_colors = make_separator(colors, backend);
  ASSERT_TRUE(of_colors.ok()) << of_colors.error().message;
  const std::size_t inks = (*of_colors)->inks().size();
  Settings both = colors;
  both.format.spots = 2;
  both.spots = {"Varnish", "White"};
  both.curves.resize(inks + 2);
  both.curves[inks + 1] = *Curve::from_points({{50, 10}, {100, 90}});
  const auto separator = make_separator(both, backend);
  ASSERT_TRUE(separator.ok()) << separator.error().message;
  EXPECT_EQ((*separator)->inks().size(), inks + 2);
  EXPECT_EQ((*separator)->inks().back(), "White");

  const Pages<Sample> pages(both.format);
  const auto planes = pages.separated(**separator);
  const std::size_t color_samples = static_cast<std::size_t>(colors.format.bytes()) / sizeof(Sample);
  const auto expected = pages.first(colors.format, color_samples).separated(**of_colors);
  for (std::size_t ink = 0; ink < inks; ++ink) EXPECT_EQ(planes[ink], expected[ink]) << backend << ' ' << ink;
  const std::vector<std::uint16_t> curve = both.curves[inks + 1]->table(both.format.bits);
  for (std::int64_t pixel = 0; pixel < width * rows; ++pixel) {
    ASSERT_EQ(planes[inks][static_cast<std::size_t>(pixel)], pages.sample(pixel, color_samples));
    ASSERT_EQ(planes[inks + 1][static_cast<std::size_t>(pixel)], curve[pages.sample(pixel, color_samples + 1)]);
  }
}

TEST(SpotInks, AreAsTheyAreBesideEveryColourOnEveryBackend) {
  for (const Backend& backend : backends()) {
    for (const ColorModel model : {ColorModel::rgb, ColorModel::gray, ColorModel::cmyk}) {
      for (const Alpha alpha : {Alpha::none, Alpha::unassociated}) {
        for (const int bits : {8, 16}) {
          Settings colors;
          colors.format = {.model = model, .alpha = alpha, .bits = bits};
          if (model == ColorModel::rgb) colors.page = Profile::srgb();
          if (model == ColorModel::gray) colors.page = Profile::srgb_gray();
          if (model != ColorModel::cmyk) colors.press = made::open(made::press_of_inks(4));
          const std::string name(backend.name);
          bits == 8 ? expect_spots_beside<std::uint8_t>(colors, name)
                    : expect_spots_beside<std::uint16_t>(colors, name);
        }
      }
    }
  }
}

TEST(SpotInks, NeedNoColours) {
  Settings settings;
  settings.format.has_colors = false;
  settings.format.spots = 3;
  settings.spots = {"Gold", "Varnish", "White"};
  const auto separator = make_separator(settings);
  ASSERT_TRUE(separator.ok());
  EXPECT_EQ((*separator)->inks(), settings.spots);
  const Pages<std::uint8_t> pages(settings.format);
  const auto planes = pages.separated(**separator);
  for (std::int64_t pixel = 0; pixel < width * rows; ++pixel) {
    for (std::size_t ink = 0; ink < 3; ++ink)
      ASSERT_EQ(planes[ink][static_cast<std::size_t>(pixel)], pages.sample(pixel, ink));
  }
  settings.curves.resize(4);
  EXPECT_FALSE(make_separator(settings).ok()) << "more curves than inks";
}

template <typename Sample>
void expect_spots_under(Alpha alpha) {
  Settings settings;
  settings.format = {.alpha = alpha, .bits = 8 * sizeof(Sample), .spots = 2, .has_colors = false};
  settings.spots = {"Gold", "White"};
  const auto separator = make_separator(settings);
  ASSERT_TRUE(separator.ok());
  const Pages<Sample> pages(settings.format);
  const auto planes = pages.separated(**separator);
  constexpr std::uint64_t max = std::numeric_limits<Sample>::max();
  for (std::int64_t pixel = 0; pixel < width * rows; ++pixel) {
    for (std::size_t ink = 0; ink < 2; ++ink) {
      const std::uint64_t amount = pages.sample(pixel, 1 + ink);
      const std::uint64_t seen = (amount * pages.sample(pixel, 0) + max / 2) / max;
      ASSERT_EQ(planes[ink][static_cast<std::size_t>(pixel)], alpha == Alpha::unassociated ? seen : amount);
    }
  }
}

TEST(SpotInks, WithoutColoursAreCoveredByAlpha) {
  for (const Alpha alpha : {Alpha::associated, Alpha::unassociated}) {
    expect_spots_under<std::uint8_t>(alpha);
    expect_spots_under<std::uint16_t>(alpha);
  }
}

}  // namespace
}  // namespace platerip::separation
