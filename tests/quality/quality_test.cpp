// The instrument as a whole: Floyd and Steinberg's, Fan's and Ostromoukhov's halftones have the errors that an
// independent implementation of the same eye measured, within 3 %.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "halftone/method.h"
#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/methods/halftones.h"
#include "tests/bench/quality/methods/published.h"

namespace platerip::quality {
namespace {

using testing::DoubleNear;

struct Known {
  const char* name;
  double e300, e600, near_e600;
};

Halftone named(const std::string& name) {
  for (const auto& all : {product_halftones(), published_halftones(PLATERIP_QUALITY_DATA)}) {
    const auto place = std::ranges::find(all, name, &Halftone::name);
    if (place != all.end()) return *place;
  }
  throw std::runtime_error("no halftone is called " + name);
}

class KnownHalftone : public testing::TestWithParam<Known> {};

TEST_P(KnownHalftone, HasItsErrors) {
  const Known& known = GetParam();
  const FlatQuality quality = summary(measure_tones(named(known.name)));
  EXPECT_THAT(quality.error.e300, DoubleNear(known.e300, 0.03 * known.e300));
  EXPECT_THAT(quality.error.e600, DoubleNear(known.e600, 0.03 * known.e600));
  EXPECT_THAT(quality.extreme.e600, DoubleNear(known.near_e600, 0.03 * known.near_e600));
}

INSTANTIATE_TEST_SUITE_P(All, KnownHalftone,
                         testing::Values(Known{"floyd-steinberg", 1.71, 0.409, 0.855}, Known{"fan", 1.59, 0.315, 0.543},
                                         Known{"stucki", 1.62, 0.288, 0.54}, Known{"ostromoukhov", 1.62, 0.279, 0.389},
                                         Known{"zhou-fang", 2.05, 0.402, 0.40}));

TEST(Halftones, AreTheProductsMethods) {
  std::vector<std::string_view> names, expected;
  const auto all = product_halftones();
  for (const Halftone& halftone : all) names.push_back(halftone.name);
  for (const halftone::MethodInfo& method : halftone::methods()) expected.push_back(method.name);
  EXPECT_EQ(names, expected);
}

TEST(Halftones, MakeAllTheirLevels) {
  Image ramp(256, 4);
  for (int y = 0; y < ramp.height; ++y)
    for (int x = 0; x < ramp.width; ++x) ramp.row(y)[x] = static_cast<float>(x);
  for (const Halftone& halftone : product_halftones()) {
    for (const int levels : halftone.levels) {
      Image plate = halftone.plate(ramp, levels);
      std::ranges::sort(plate.ink);
      plate.ink.erase(std::unique(plate.ink.begin(), plate.ink.end()), plate.ink.end());
      ASSERT_EQ(plate.ink.size(), static_cast<std::size_t>(levels)) << halftone.name;
      EXPECT_EQ(plate.ink.front(), 0);
      EXPECT_FLOAT_EQ(plate.ink[1], 255.F / static_cast<float>(levels - 1));
      EXPECT_EQ(plate.ink.back(), 255);
    }
  }
}

TEST(Published, KeepTheTone) {
  for (const Halftone& halftone : published_halftones(PLATERIP_QUALITY_DATA)) {
    const Image plate = halftone.plate(Image(512, 512, 100));
    EXPECT_THAT(mean(plate, inside(plate, 64)), DoubleNear(100, 0.5)) << halftone.name;
  }
}

TEST(Published, NeedTheirTables) {
  EXPECT_THROW((void)published_halftones("/nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace platerip::quality
