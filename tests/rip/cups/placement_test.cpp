#include "rip/cups/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace platerip::rip {
namespace {

using Options = std::map<std::string, std::string>;

GetOption from(const Options& options) {
  return [options](const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::nullopt : std::optional(found->second);
  };
}

// A4 in whole points at 600 dpi.
constexpr Extent sheet{4958, 7017, 600, 600};

Placement placed(const Extent& picture, const Options& options = {}) {
  const auto read = read_place_options(from(options));
  EXPECT_TRUE(read.ok()) << read.error().message;
  return place(picture, sheet, *read);
}

void expect_size(const Placement& placement, std::int64_t width, std::int64_t height) {
  EXPECT_EQ(placement.width, width);
  EXPECT_EQ(placement.height, height);
}

TEST(Placement, PixelsAreDotsWhereTheResolutionFits) {
  const Extent picture{1000, 2000, 600, 600};
  for (const Options& options : {Options{}, Options{{"print-scaling", "none"}}, Options{{"natural-scaling", "100"}},
                                 Options{{"ppi", "600"}}, Options{{"print-scaling", "auto-fit"}}}) {
    expect_size(placed(picture, options), 1000, 2000);
  }
  expect_size(placed({1000, 2000, 236.22 * 2.54, 236.22 * 2.54}), 1000, 2000);
  expect_size(placed({1000, 2000, 0, 0}), 1000, 2000);
}

TEST(Placement, APictureOfThePapersOwnSizeIsNotScaled) {
  const Placement a4 = placed({4961, 7016, 600, 600});
  expect_size(a4, 4961, 7016);
  EXPECT_EQ(a4.left, -1);
  EXPECT_EQ(a4.top, 0);
}

TEST(Placement, OtherResolutionsAreScaled) {
  expect_size(placed({1000, 2000, 300, 300}), 2000, 4000);
  expect_size(placed({1000, 2000, 1200, 600}), 500, 2000);
  expect_size(placed({1000, 2000, 300, 300}, {{"natural-scaling", "50"}}), 1000, 2000);
  expect_size(placed({1000, 2000, 300, 300}, {{"ppi", "1200"}}), 500, 1000);
}

TEST(Placement, TooLargeIsMadeToFitUnlessTold) {
  const Extent picture{9916, 10000, 600, 600};
  expect_size(placed(picture), 4958, 5000);
  expect_size(placed(picture, {{"print-scaling", "none"}}), 9916, 10000);
  EXPECT_EQ(placed(picture, {{"print-scaling", "none"}}).left, -2479);
}

TEST(Placement, FitsAndFills) {
  const Extent picture{100, 100, 600, 600};
  expect_size(placed(picture, {{"print-scaling", "fit"}}), 4958, 4958);
  expect_size(placed(picture, {{"fit-to-page", "true"}}), 4958, 4958);
  expect_size(placed(picture, {{"fitplot", "True"}}), 4958, 4958);
  expect_size(placed(picture, {{"fitplot", "off"}}), 100, 100);
  expect_size(placed(picture, {{"fill", "true"}}), 7017, 7017);
  expect_size(placed(picture, {{"fill", "true"}, {"print-scaling", "none"}}), 100, 100);
  expect_size(placed(picture, {{"print-scaling", "fill"}}), 7017, 7017);
  expect_size(placed(picture, {{"scaling", "50"}}), 2479, 2479);
}

TEST(Placement, PositionsAreThoseOfCups) {
  const Extent picture{958, 17, 600, 600};
  const auto corner = [&](const std::string& position) {
    const Placement at = placed(picture, {{"position", position}});
    return std::pair(at.left, at.top);
  };
  EXPECT_EQ(corner("center"), std::pair(std::int64_t{2000}, std::int64_t{3500}));
  EXPECT_EQ(corner("top-left"), std::pair(std::int64_t{0}, std::int64_t{0}));
  EXPECT_EQ(corner("bottom-right"), std::pair(std::int64_t{4000}, std::int64_t{7000}));
  EXPECT_EQ(corner("top"), std::pair(std::int64_t{2000}, std::int64_t{0}));
  EXPECT_EQ(corner("right"), std::pair(std::int64_t{4000}, std::int64_t{3500}));
}

TEST(Placement, TurnsAreThoseOfIpp) {
  const auto turn = [](const Options& options) { return read_place_options(from(options))->turn; };
  EXPECT_EQ(turn({}), unturned);
  EXPECT_EQ(turn({{"orientation-requested", "4"}}), counter_clockwise);
  EXPECT_EQ(turn({{"landscape", "true"}}), counter_clockwise);
  EXPECT_EQ(turn({{"orientation-requested", "5"}}), clockwise);
  EXPECT_EQ(turn({{"orientation-requested", "6"}}), upside_down);
  EXPECT_EQ(turn({{"mirror", "true"}}), mirrored);
}

TEST(Placement, WrongValuesAreNamed) {
  for (const Options& options :
       {Options{{"ppi", "0"}}, Options{{"scaling", "all"}}, Options{{"natural-scaling", "nan"}},
        Options{{"print-scaling", "some"}}, Options{{"position", "upper"}}, Options{{"mirror", "maybe"}},
        Options{{"orientation-requested", "9"}}}) {
    const auto read = read_place_options(from(options));
    ASSERT_FALSE(read.ok());
    EXPECT_THAT(read.error().message, testing::HasSubstr(options.begin()->first));
  }
}

Result<WantedPages> wanted_pages(const std::string& ranges, const std::string& set = "all") {
  return WantedPages::read(from({{"page-ranges", ranges}, {"page-set", set}}));
}

TEST(WantedPages, AreThoseOfTheRangesAndTheSet) {
  const auto chosen = [](const std::string& ranges, const std::string& set = "all") {
    const auto wanted = wanted_pages(ranges, set);
    EXPECT_TRUE(wanted.ok());
    std::vector<int> pages;
    for (int page = 1; page <= 9; ++page) {
      if (wanted->has(page)) pages.push_back(page);
    }
    return pages;
  };
  using testing::ElementsAre;
  EXPECT_TRUE(WantedPages::read(from({}))->has(9));
  EXPECT_THAT(chosen("2"), ElementsAre(2));
  EXPECT_THAT(chosen("1-3,5,8-"), ElementsAre(1, 2, 3, 5, 8, 9));
  EXPECT_THAT(chosen("-2"), ElementsAre(1, 2));
  EXPECT_THAT(chosen("1-", "odd"), ElementsAre(1, 3, 5, 7, 9));
  EXPECT_THAT(chosen("2-5,9", "even"), ElementsAre(2, 4));
  for (const char* wrong : {"0", "3-1", "a", "1-2x"}) EXPECT_FALSE(wanted_pages(wrong).ok()) << wrong;
  EXPECT_THAT(wanted_pages("1-", "left").error().message, testing::HasSubstr("page-set"));
}

TEST(WantedPages, KnowWhetherMoreAreToCome) {
  EXPECT_TRUE(wanted_pages("1,5")->has_after(4));
  EXPECT_FALSE(wanted_pages("1,5")->has_after(5));
  EXPECT_TRUE(wanted_pages("1-4", "even")->has_after(3));
  EXPECT_FALSE(wanted_pages("1-5", "even")->has_after(4));
  EXPECT_FALSE(wanted_pages("5", "even")->has_after(1));
  EXPECT_TRUE(wanted_pages("1-", "odd")->has_after(1000));
}

}  // namespace
}  // namespace platerip::rip
