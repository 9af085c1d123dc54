// Even inks: every backend gives the bits of an independent implementation, whatever the planes, the strips and the
// threads; dots of two inks meet as often as Demichel expects, and evenly; and what cannot be done is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "halftone/even_inks.h"
#include "tests/halftone/any_way.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/test_screens.h"
#include "tests/halftone/tested_backends.h"
#include "tests/halftone/tone_diffusion.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

// A page as presses print it, in another order of planes: C beside K, M beside K and C, Y beside none.
enum : int { cyan, magenta, yellow, black };

std::vector<PlaneSettings> cmyk(Method method) {
  std::vector<PlaneSettings> planes = planes_of(4, method);
  planes[cyan].beside = {black};
  planes[magenta].beside = {black, cyan};
  return planes;
}

struct Case {
  Method method;
  int bits;
  int most_levels = 2;
};

class EvenInks : public AnyWay, public testing::TestWithParam<Case> {
 protected:
  Settings settings(std::int64_t width) override {
    Settings settings{.planes = cmyk(GetParam().method), .bits = GetParam().bits, .width = width};
    for (PlaneSettings& plane : settings.planes) {
      if (random_() % 3 == 0) plane.sharpness = static_cast<int>(random_() % (max_sharpness + 1));
    }
    if (GetParam().most_levels > 2) {
      settings.levels = 3 + static_cast<int>(random_() % static_cast<unsigned>(GetParam().most_levels - 2));
      for (PlaneSettings& plane : settings.planes)
        if (random_() % 4 != 0) plane.drops = random_drops(random_, settings.levels);
    }
    std::swap(settings.planes[magenta].beside[0], settings.planes[magenta].beside[random_() % 2]);
    // Black may have any method that does not look ahead, with dots that are of no tone.
    const Method any(methods()[random_() % methods().size()]);
    if (random_() % 3 == 0 && any.info().rows_below == 0) settings.planes[black] = plane_of(any);
    return settings;
  }

  // A diffusion over the dots that the planes beside it have. Methods of other families are tested elsewhere.
  std::vector<int> expected(const RandomPage& page, const Settings& settings, int plane) const override {
    const PlaneSettings& own = settings.planes[static_cast<std::size_t>(plane)];
    if (own.method.info().family != Family::tone_filter) return levels_of(page, settings, plane);
    std::vector<Beside> beside;
    for (const int other : own.beside)
      beside.push_back({[&page, other](std::int64_t y, std::int64_t x) { return page.sample(other, y, x); },
                        [&page, other](std::int64_t y, std::int64_t x) { return page.level(other, y, x); },
                        settings.planes[static_cast<std::size_t>(other)].drops});
    return diffuse_by_tone(
        own, settings.levels, settings.bits, settings.width, page.height(),
        [&](std::int64_t y, std::int64_t x) { return page.sample(plane, y, x); }, beside);
  }

  void check_saved(const Boundary& boundary, const Settings& settings) const override {
    const auto sums = [&](std::size_t plane) { return std::ssize(boundary.planes[plane].state) / settings.width / 2; };
    EXPECT_EQ(sums(yellow), 1);
    EXPECT_EQ(sums(cyan), 2);
    EXPECT_EQ(sums(magenta), 3);
  }

 private:
  static std::vector<int> levels_of(const RandomPage& page, const Settings& settings, int plane) {
    std::vector<int> levels;
    for (std::int64_t y = 0; y < page.height(); ++y)
      for (std::int64_t x = 0; x < settings.width; ++x) levels.push_back(page.level(plane, y, x));
    return levels;
  }
};

TEST_P(EvenInks, EqualDiffusionForAnyStripHeight) {
  in_strips_of_any_height();
}

TEST_P(EvenInks, EqualDiffusionOnNarrowPagesAndAtTheEdgesOfBlocks) {
  for (const std::int64_t width : {1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 400, 448, 1000})
    in_one_strip(width, 70);
}

TEST_P(EvenInks, GoOnFromSavedSums) {
  from_saved_boundaries_on();
}

// A saved page may hold any sums that pass the check.
TEST_P(EvenInks, TakeTheLargestSumsAlike) {
  Settings page_settings{.planes = cmyk(GetParam().method), .bits = GetParam().bits, .width = 150};
  if (GetParam().most_levels > 2) page_settings.levels = 4;
  const Engine reference(**find_backend("reference"), page_settings);
  Boundary boundary = *reference.halftoner->save();
  const auto fill = [&](std::size_t plane, std::size_t first, int most) {
    for (std::size_t x = first; x < first + 150; ++x) {
      const auto sum = static_cast<std::int16_t>(random_() % 2 ? most : -most);
      std::memcpy(boundary.planes[plane].state.data() + sizeof sum * x, &sum, sizeof sum);
    }
  };
  const int own = largest_even_sum(*GetParam().method.info().tone, page_settings.levels);
  for (const std::size_t plane : {cyan, magenta}) {
    fill(plane, 0, own);
    fill(plane, 150, largest_overlap_sum);
  }
  fill(magenta, 300, largest_overlap_sum);
  from_boundary_on(boundary, page_settings);
  Boundary wrong = boundary;
  for (const std::size_t first : {0, 150, 300}) {
    boundary = wrong;
    fill(magenta, first, (first == 0 ? own : largest_overlap_sum) + 1);
    EXPECT_FALSE(reference.halftoner->restore(boundary).ok()) << first;
  }
}

TEST_P(EvenInks, GiveTheSameBitsOnSeveralThreads) {
  on_several_threads();
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.method.name()) + "_" + std::to_string(info.param.bits) + "_bits";
  std::ranges::replace(name, '-', '_');
  return name + (info.param.most_levels > 2 ? "_of_drops" : "");
}

INSTANTIATE_TEST_SUITE_P(Filters, EvenInks,
                         testing::Values(Case{"tone", 8}, Case{"tone", 16}, Case{"centred", 8}, Case{"centred", 16},
                                         Case{"tone", 8, 16}, Case{"tone", 16, 16}, Case{"centred", 8, 4},
                                         Case{"centred", 16, 16}),
                         case_name);

// Dots of flat tints, or the drops of planes with drops.
using Tints = std::array<int, 4>;
using Dots = std::vector<std::vector<int>>;
constexpr std::int64_t side = 256;

Dots halftone_flat(const Tints& tints, const std::vector<PlaneSettings>& planes, int levels = 2) {
  Dots dots(4);
  for (const int plane : {black, cyan, magenta, yellow}) {  // those beside others come first
    const PlaneSettings& own = planes[static_cast<std::size_t>(plane)];
    std::vector<Beside> beside;
    for (const int other : own.beside)
      beside.push_back({[&tints, other](std::int64_t, std::int64_t) { return tints[static_cast<std::size_t>(other)]; },
                        [&dots, other](std::int64_t y, std::int64_t x) {
                          return dots[static_cast<std::size_t>(other)][static_cast<std::size_t>(y * side + x)];
                        },
                        planes[static_cast<std::size_t>(other)].drops});
    dots[static_cast<std::size_t>(plane)] = diffuse_by_tone(
        own, levels, 8, side, side, [&](std::int64_t, std::int64_t) { return tints[static_cast<std::size_t>(plane)]; },
        beside);
  }
  return dots;
}

double share(const std::vector<int>& dots) {
  double sum = 0;
  for (const int dot : dots) sum += dot;
  return sum / static_cast<double>(dots.size());
}

std::vector<int> both(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> result(a.size());
  std::ranges::transform(a, b, result.begin(), std::multiplies<>());
  return result;
}

// The root of the mean square of the dots in tiles of 8 by 8, about their mean.
double unevenness(const std::vector<int>& dots) {
  constexpr std::int64_t tile = 8;
  const double mean = share(dots) * tile * tile;
  double squares = 0;
  for (std::int64_t top = 0; top < side; top += tile) {
    for (std::int64_t left = 0; left < side; left += tile) {
      double sum = 0;
      for (std::int64_t y = top; y < top + tile; ++y)
        for (std::int64_t x = left; x < left + tile; ++x) sum += dots[static_cast<std::size_t>(y * side + x)];
      squares += (sum - mean) * (sum - mean);
    }
  }
  return std::sqrt(squares * tile * tile / (side * side));
}

constexpr std::array<Tints, 5> all_tints{
    {{102, 102, 102, 102}, {60, 200, 30, 90}, {230, 128, 77, 25}, {85, 170, 10, 40}, {140, 50, 255, 20}}};

TEST(EvenInk, KeepsTheMeanOfEveryInk) {
  for (const Tints& tints : all_tints) {
    const Dots dots = halftone_flat(tints, cmyk("tone"));
    for (std::size_t plane = 0; plane < 4; ++plane)
      EXPECT_NEAR(255 * share(dots[plane]), tints[plane], 0.3) << tints[plane];
  }
}

TEST(EvenInk, MeetsOthersAsOftenAsDemichelExpects) {
  for (const Tints& tints : all_tints) {
    const Dots dots = halftone_flat(tints, cmyk("tone"));
    for (const auto& [a, b] : {std::pair(cyan, black), std::pair(magenta, black), std::pair(cyan, magenta)}) {
      const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
      const double expected = tints[first] * tints[second] / (255. * 255.);
      EXPECT_NEAR(share(both(dots[first], dots[second])), expected, 0.003) << tints[first] << ' ' << tints[second];
    }
  }
}

TEST(EvenInk, MeetsOthersEvenly) {
  double even = 0, independent = 0;
  for (const Tints& tints : all_tints) {
    const auto meetings = [&](const std::vector<PlaneSettings>& planes) {
      const Dots dots = halftone_flat(tints, planes);
      return unevenness(both(dots[cyan], dots[magenta]));
    };
    even += meetings(cmyk("tone"));
    independent += meetings(planes_of(4, "tone"));
  }
  EXPECT_LT(even, 0.7 * independent);
}

// Drops that do not divide each other, in amounts of 255.
const Drops uneven{.amounts = {0, 71, 140, 255}, .mix = 0}, uneven_and_mixed{.amounts = {0, 71, 140, 255}, .mix = 70};

std::vector<PlaneSettings> with_drops(std::vector<PlaneSettings> planes, const Drops& drops) {
  for (PlaneSettings& plane : planes) plane.drops = drops;
  return planes;
}

// The amounts of flat tints of drops.
Dots amounts_flat(const Tints& tints, const std::vector<PlaneSettings>& planes) {
  Dots amounts = halftone_flat(tints, planes, 4);
  for (std::size_t plane = 0; plane < planes.size(); ++plane)
    for (int& each : amounts[plane]) each = planes[plane].drops.amounts[static_cast<std::size_t>(each)];
  return amounts;
}

TEST(EvenDrops, KeepTheMeanOfEveryInkAndMeetAsOftenAsDemichelExpects) {
  for (const Drops& drops : {uneven, uneven_and_mixed}) {
    for (const Tints& tints : all_tints) {
      const Dots amounts = amounts_flat(tints, with_drops(cmyk("tone"), drops));
      for (std::size_t plane = 0; plane < 4; ++plane) EXPECT_NEAR(share(amounts[plane]), tints[plane], 0.3);
      for (const auto& [a, b] : {std::pair(cyan, black), std::pair(magenta, black), std::pair(cyan, magenta)}) {
        const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
        const double expected = tints[first] * tints[second];
        EXPECT_NEAR(share(both(amounts[first], amounts[second])), expected, 0.003 * 255 * 255)
            << tints[first] << ' ' << tints[second];
      }
    }
  }
}

TEST(EvenDrops, MeetEvenly) {
  for (const Drops& drops : {uneven, uneven_and_mixed}) {
    double even = 0, independent = 0;
    for (const Tints& tints : all_tints) {
      const auto meetings = [&](const std::vector<PlaneSettings>& planes) {
        const Dots amounts = amounts_flat(tints, with_drops(planes, drops));
        return unevenness(both(amounts[cyan], amounts[magenta]));
      };
      even += meetings(cmyk("tone"));
      independent += meetings(planes_of(4, "tone"));
    }
    EXPECT_LT(even, 0.9 * independent) << drops.mix;
  }
}

TEST(EvenInk, LeavesPaperAndSolid) {
  for (const int tone : {0, 255}) {
    const Dots dots = halftone_flat({tone, 128, 0, 77}, cmyk("tone"));
    EXPECT_THAT(dots[cyan], testing::Each(tone / 255));
    const Dots on_solid = halftone_flat({128, tone, 0, 255}, cmyk("tone"));
    EXPECT_THAT(on_solid[magenta], testing::Each(tone / 255));
  }
}

// Where nothing is beside it, a plane is as it is alone.
TEST(EvenInk, IsAsAloneOnPaper) {
  const Tints tints{0, 128, 0, 0};
  EXPECT_EQ(halftone_flat(tints, cmyk("tone"))[magenta], halftone_flat(tints, planes_of(4, "tone"))[magenta]);
}

std::string refusal(const Settings& settings) {
  const Status status = check(settings);
  return status.ok() ? "" : status.error().message;
}

TEST(EvenInk, IsRefusedWhereItCannotBe) {
  Settings settings{.planes = cmyk("tone"), .width = 10};
  EXPECT_EQ(refusal(settings), "");
  settings.levels = 4;
  EXPECT_EQ(refusal(settings), "");
  settings.levels = 2;
  settings.planes = cmyk("fan");
  EXPECT_THAT(refusal(settings), HasSubstr("plane 1 is halftoned by fan, which cannot"));
  for (const auto& wrong : std::vector<std::vector<int>>{
           {black, 4}, {black, -1}, {black, magenta}, {black, black}, {black, cyan, yellow}}) {
    settings.planes = cmyk("tone");
    settings.planes[magenta].beside = wrong;
    EXPECT_THAT(refusal(settings), HasSubstr("plane 2 ")) << wrong[1];
  }
}

// A page that was begun without planes beside each other cannot go on with them.
TEST(EvenInk, DoesNotGoOnFromIndependentInks) {
  for (const Backend* backend : tested_backends()) {
    const Settings even{.planes = cmyk("tone"), .width = 10};
    const Settings independent{.planes = planes_of(4, "tone"), .width = 10};
    const Boundary boundary = *Engine(*backend, independent).halftoner->save();
    const Status status = Engine(*backend, even).halftoner->restore(boundary);
    ASSERT_FALSE(status.ok());
    EXPECT_THAT(status.error().message, HasSubstr("version 2"));
  }
}

}  // namespace
}  // namespace platerip::halftone
