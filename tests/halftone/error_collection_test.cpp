// Error collection, strip after strip, gives the same bits as error diffusion of the complete page.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/halftone/any_way.h"
#include "tests/halftone/diffusion.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/tested_backends.h"

namespace platerip::halftone {
namespace {

struct Case {
  Method method;
  int levels;
  int bits;
};

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name(info.param.method.name());
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(info.param.levels) + "_levels_" + std::to_string(info.param.bits) + "_bits";
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::error_filter) continue;
    const Method method(info);
    for (const int levels : {2, 3, 4, 7, 16}) {
      for (const int bits : {8, 16}) cases.push_back({method, levels, bits});
    }
  }
  return cases;
}

class ErrorCollection : public AnyWay, public testing::TestWithParam<Case> {
 protected:
  Settings settings(std::int64_t width) override {
    Settings settings{.planes = planes_of(1 + random_() % 4, GetParam().method),
                      .levels = GetParam().levels,
                      .bits = GetParam().bits,
                      .width = width};
    for (PlaneSettings& plane : settings.planes) plane.drops = random_drops(random_, settings.levels);
    return settings;
  }

  std::vector<int> expected(const RandomPage& page, const Settings& settings, int plane) const override {
    return diffuse(
        GetParam().method, settings.levels, settings.bits, settings.width, page.height(),
        [&](std::int64_t y, std::int64_t x) { return page.sample(plane, y, x); },
        settings.planes[static_cast<std::size_t>(plane)].drops.amounts);
  }
};

TEST_P(ErrorCollection, EqualsDiffusionForAnyStripHeight) {
  in_strips_of_any_height();
}

TEST_P(ErrorCollection, EqualsDiffusionOnTheNarrowestPages) {
  for (std::int64_t width = 1; width <= 18; ++width) in_one_strip(width, 9);
}

TEST_P(ErrorCollection, GoesOnFromSavedBoundaryErrors) {
  from_saved_boundaries_on();
}

TEST_P(ErrorCollection, GivesTheSameBitsOnSeveralThreads) {
  on_several_threads();
}

INSTANTIATE_TEST_SUITE_P(AllFilters, ErrorCollection, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace platerip::halftone
