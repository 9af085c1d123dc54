// The gray profile of an RGB profile's neutral axis.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

#include "profiles/profile.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::profiles {
namespace {

constexpr Intent all_intents[] = {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute};

Profile axis_of(const Profile& rgb, Intent intent) {
  const auto gray = rgb.neutral_axis(intent);
  EXPECT_TRUE(gray.ok()) << gray.error().message;
  return *gray;
}

// The inks of all grays: CMYK pixels with `channels` samples each.
template <typename Sample>
std::vector<Sample> inks_of(const Profile& page, const Profile& press, Intent intent, cmsUInt32Number flags) {
  constexpr auto bytes = static_cast<cmsUInt32Number>(sizeof(Sample));
  const auto channels = static_cast<std::size_t>(page.channels());
  std::vector<Sample> pixels;
  for (std::size_t gray = 0; gray <= std::numeric_limits<Sample>::max(); gray += bytes == 1 ? 1 : 51)
    pixels.insert(pixels.end(), channels, static_cast<Sample>(gray));
  std::vector<Sample> inks(pixels.size() / channels * 4);
  cmsHTRANSFORM transform = cmsCreateTransform(
      page.handle(), cmsFormatterForColorspaceOfProfile(page.handle(), bytes, 0), press.handle(),
      cmsFormatterForColorspaceOfProfile(press.handle(), bytes, 0), static_cast<cmsUInt32Number>(intent), flags);
  EXPECT_NE(transform, nullptr);
  if (transform) cmsDoTransform(transform, pixels.data(), inks.data(), static_cast<cmsUInt32Number>(inks.size() / 4));
  if (transform) cmsDeleteTransform(transform);
  return inks;
}

template <typename Sample>
void expect_same_inks(const Profile& rgb, const Profile& press, Intent intent, cmsUInt32Number flags) {
  const std::vector<Sample> wanted = inks_of<Sample>(rgb, press, intent, flags);
  const std::vector<Sample> found = inks_of<Sample>(axis_of(rgb, intent), press, intent, flags);
  const int most = std::numeric_limits<Sample>::max() / 255;
  int worst = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) worst = std::max(worst, std::abs(wanted[i] - found[i]));
  EXPECT_LE(worst, most) << 8 * sizeof(Sample) << " bits, intent " << static_cast<int>(intent) << ", flags " << flags;
}

class NeutralAxis : public testing::TestWithParam<int> {
 protected:
  static Profile rgb() {
    switch (GetParam()) {
      case 0:
        return Profile::srgb();
      case 1:
        return made::open(made::wide_rgb());
      case 2:
        return made::open(made::uneven_rgb());
      case 3:
        return made::open(made::table_rgb(2.1, {0, 1, 2}));
      case 4:
        return made::open(made::table_rgb(4.3, {0, 1, 2}));
      case 5:
        return made::open(made::table_rgb(2.1, {0}));
      default:
        return made::open(made::table_rgb(4.3, {0}));
    }
  }
};

TEST_P(NeutralAxis, PrintsGraysAsTheRgbProfileDoes) {
  const Profile press = Profile::default_press();
  for (const Intent intent : all_intents) {
    ASSERT_TRUE(check_page(axis_of(rgb(), intent), ColorModel::gray, intent).ok());
    for (const cmsUInt32Number compensation : {0, cmsFLAGS_BLACKPOINTCOMPENSATION}) {
      for (const cmsUInt32Number precision : {0, cmsFLAGS_NOOPTIMIZE}) {
        expect_same_inks<std::uint8_t>(rgb(), press, intent, compensation | precision);
        expect_same_inks<std::uint16_t>(rgb(), press, intent, compensation | precision);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfManyProfiles, NeutralAxis, testing::Range(0, 7));

TEST(NeutralAxisProfile, TellsWhatItIsOf) {
  const Profile rgb = made::open(made::wide_rgb(), "wide.icc");
  const Profile gray = axis_of(rgb, Intent::relative);
  EXPECT_EQ(gray.name(), "wide.icc, its neutral axis");
  EXPECT_EQ(gray.description(), rgb.description());
  EXPECT_EQ(gray.model(), ColorModel::gray);
  EXPECT_EQ(gray.fingerprint(), axis_of(rgb, Intent::relative).fingerprint());
  EXPECT_NE(gray.fingerprint(), rgb.fingerprint());
  EXPECT_NE(gray.fingerprint(), axis_of(rgb, Intent::perceptual).fingerprint());
  EXPECT_NE(gray.fingerprint(), axis_of(Profile::srgb(), Intent::relative).fingerprint());
}

}  // namespace
}  // namespace platerip::profiles
