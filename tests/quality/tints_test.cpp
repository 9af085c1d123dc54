#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/inner_levels.h"
#include "tests/bench/quality/run_in.h"
#include "tests/quality/made_images.h"

namespace platerip::quality {
namespace {

using testing::Each;
using testing::ElementsAre;

// Prints where print(plane, x, y) holds.
template <typename Print>
Halftone printing(Print print) {
  return {"made", {2}, [print](const std::vector<Image>& planes, int) {
            const Image& plane = planes.front();
            return std::vector{
                made_image(plane.width, plane.height, [&](int x, int y) { return print(plane, x, y) ? 255 : 0; })};
          }};
}

// Ink from the row on in which a column has collected `late` amounts since its last paper.
Halftone late_by(int late) {
  return printing([late](const Image& plane, int x, int y) {
    float collected = 0;
    for (int above = y; above >= 0 && plane.at(x, above) > 0 && collected < static_cast<float>(late); --above)
      collected += plane.at(x, above);
    return collected >= static_cast<float>(late);
  });
}

TEST(RunIn, CountsRowsWithoutDots) {
  const Halftone late = late_by(16);
  EXPECT_THAT(run_in_at_page_top(late), ElementsAre(15, 7, 3, 1));
  EXPECT_THAT(run_in_on_paper(late), ElementsAre(15, 7, 3, 1));
  EXPECT_THAT(run_in_under_tints(late), ElementsAre(15, 7, 3, 1));
}

TEST(RunIn, IsTheMeanOverTheWidth) {
  const Halftone half = printing([](const Image& plane, int x, int y) { return plane.at(x, y) > 0 && x % 80 < 40; });
  EXPECT_THAT(run_in_at_page_top(half), Each(150));  // half of the blocks stay empty over 300 rows
}

TEST(SmallTints, CountDots) {
  const Halftone corners = printing([](const Image& plane, int x, int y) {
    return plane.at(x, y) > 0 && plane.at(x - 1, y) == 0 && plane.at(x, y - 1) == 0;
  });
  const SmallTints tints = small_tints(corners, 24, 24);
  EXPECT_DOUBLE_EQ(tints.expected, 24 * 24 / 255.);
  EXPECT_DOUBLE_EQ(tints.printed, 1);
}

TEST(SmallTints, DotsOutsideCountToo) {
  const Halftone everywhere = printing([](const Image& plane, int x, int) { return x == plane.width - 1; });
  EXPECT_GT(small_tints(everywhere, 200, 50).printed, 50);
}

TEST(InnerLevels, CountHolesAndDoubles) {
  const auto level = [](float amount) {
    return Halftone{"made", {3}, [amount](const std::vector<Image>& planes, int) {
                      return std::vector{Image(planes.front().width, planes.front().height, amount)};
                    }};
  };
  EXPECT_EQ(off_level(level(127.5), 3), 0);
  EXPECT_EQ(off_level(level(85), 4), 0);
  EXPECT_EQ(off_level(level(119), 16), 0);
  EXPECT_EQ(off_level(level(0), 3), 1);
  const Halftone coarse = printing([](const Image& plane, int x, int y) { return plane.at(x, y) > 127; });
  EXPECT_EQ(off_level(coarse, 3), 1);
}

TEST(Tones, NearPaperAndSolidAre32) {
  int count = 0;
  for (int tone = 1; tone <= 254; ++tone) count += is_extreme(tone) ? 1 : 0;
  EXPECT_EQ(count, 32);
}

TEST(Tones, AreSummarised) {
  const FlatQuality quality =
      summary({{1, {1, 1, 1}, 0.1, 2}, {100, {7, 7, 7}, 0.001, 5}, {200, {1, 1, 1}, 0, 1}, {254, {7, 7, 7}, 0.1, 2}});
  EXPECT_DOUBLE_EQ(quality.error.e600, 5);
  EXPECT_DOUBLE_EQ(quality.extreme.e300, 5);
  EXPECT_NEAR(quality.anisotropy, (-10 - 30 - 10) / 3., 1e-9);  // the tone without dots has none
  EXPECT_DOUBLE_EQ(quality.worm, 2.5);
  EXPECT_EQ(quality.worst_tone, 100);
  EXPECT_EQ(quality.worst_worm, 5);
}

}  // namespace
}  // namespace platerip::quality
