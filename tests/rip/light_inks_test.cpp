// Lighter inks: the ladder of drops that they share with their ink, and the parting of plates.
#include "rip/job/light_inks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "halftone/drops.h"
#include "rip/job/job_options.h"
#include "rip/job/page_plan.h"
#include "rip/plates/parted_plates.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(InkLadder, OfOneDropSizeHasAStepForEachInk) {
  const LightInk gray{"Gray", 500}, light_gray{"Light Gray", 200};
  const auto ladder = ink_ladder({0, 1}, std::vector{gray, light_gray});
  ASSERT_TRUE(ladder.ok());
  EXPECT_THAT(ladder->amounts, ElementsAre(0, 2, 5, 10));
  EXPECT_THAT(ladder->levels, ElementsAre(InkDrop{0, 0}, InkDrop{2, 1}, InkDrop{1, 1}, InkDrop{0, 1}));
}

TEST(InkLadder, OfSeveralDropSizesIsInTheOrderOfTheirInk) {
  const auto ladder = ink_ladder({0, 50, 100}, std::vector{LightInk{"Light Cyan", 300}});
  ASSERT_TRUE(ladder.ok());
  EXPECT_THAT(ladder->amounts, ElementsAre(0, 3, 6, 10, 20));
  EXPECT_THAT(ladder->levels, ElementsAre(InkDrop{0, 0}, InkDrop{1, 1}, InkDrop{1, 2}, InkDrop{0, 1}, InkDrop{0, 2}));
}

// 28 of the dark ink, and 30 of the lighter one.
TEST(InkLadder, LeavesOutTheDarkerOfTwoDropsThatAreTooClose) {
  const auto ladder = ink_ladder({0, 28, 55, 100}, std::vector{LightInk{"Light Cyan", 300}});
  ASSERT_TRUE(ladder.ok());
  EXPECT_THAT(ladder->amounts, ElementsAre(0, 84, 165, 300, 550, 1000));
  EXPECT_THAT(ladder->levels,
              ElementsAre(InkDrop{0, 0}, InkDrop{1, 1}, InkDrop{1, 2}, InkDrop{1, 3}, InkDrop{0, 2}, InkDrop{0, 3}));
  const auto equal = ink_ladder({0, 1, 2}, std::vector{LightInk{"Light Cyan", 500}});
  ASSERT_TRUE(equal.ok());
  EXPECT_THAT(equal->levels, ElementsAre(InkDrop{0, 0}, InkDrop{1, 1}, InkDrop{1, 2}, InkDrop{0, 2}));
}

TEST(InkLadder, HasAsManySizesOfALighterInkAsItMayPrint) {
  const auto ladder = ink_ladder({0, 28, 55, 100}, std::vector{LightInk{"Light Cyan", 300, 2}});
  ASSERT_TRUE(ladder.ok());
  EXPECT_THAT(ladder->levels,
              ElementsAre(InkDrop{0, 0}, InkDrop{1, 1}, InkDrop{1, 2}, InkDrop{0, 1}, InkDrop{0, 2}, InkDrop{0, 3}));
}

TEST(InkLadder, IsRefusedIfAnInkWouldPrintNothingOrThereAreTooManySteps) {
  const auto nothing = ink_ladder({0, 1}, std::vector{LightInk{"Pale Cyan", 20}});
  ASSERT_FALSE(nothing.ok());
  EXPECT_THAT(nothing.error().message, HasSubstr("Pale Cyan"));
  EXPECT_FALSE(ink_ladder({0, 1}, std::vector{LightInk{"a", 500}, LightInk{"b", 510}}).ok());
  for (const LightInk& wrong : {LightInk{"a", 0}, LightInk{"a", 1000}, LightInk{"a", -300}, LightInk{"a", 300, 0}})
    EXPECT_FALSE(ink_ladder({0, 1}, std::vector{wrong}).ok()) << wrong.strength;
  const DropSizes ten{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
  const auto many = ink_ladder(ten, std::vector{LightInk{"Light Cyan", 550}});
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().setting, "light");
  EXPECT_TRUE(ink_ladder(ten, std::vector{LightInk{"Light Cyan", 550, 5}}).ok());
}

TEST(InkLadder, IsAlwaysOneThatAHalftonePrints) {
  std::mt19937 random(test_seed());
  int accepted = 0;
  for (int i = 0; i < 2000; ++i) {
    DropSizes sizes{0};
    const int greatest = random() % 2 == 0 ? 100 : halftone::max_drop / 4;
    for (unsigned size = 1 + random() % 4; size > 0; --size)
      sizes.push_back(sizes.back() + 1 + static_cast<int>(random() % static_cast<unsigned>(greatest)));
    if (!halftone::check({sizes, 0}, halftone::max_levels).ok()) continue;
    std::vector<LightInk> lights;
    for (unsigned light = 1 + random() % 2; light > 0; --light)
      lights.push_back({"Light " + std::to_string(light), 1 + static_cast<int>(random() % 999)});
    const auto ladder = ink_ladder(sizes, lights);
    if (!ladder.ok()) continue;
    ++accepted;
    EXPECT_TRUE(halftone::check({ladder->amounts, 100}, halftone::max_levels).ok());
    ASSERT_EQ(ladder->levels.size(), ladder->amounts.size());
    EXPECT_EQ(ladder->levels.front(), InkDrop());
    EXPECT_EQ(ladder->levels.back(), (InkDrop{0, static_cast<int>(sizes.size()) - 1}));
    for (std::size_t level = 0; level < ladder->levels.size(); ++level) {
      const auto [ink, size] = ladder->levels[level];
      const double strength = ink == 0 ? 1 : lights[ink - 1].strength / 1000.0;
      const double wanted = strength * sizes[static_cast<std::size_t>(size)] / sizes.back();
      EXPECT_NEAR(1.0 * ladder->amounts[level] / ladder->amounts.back(), wanted, 1e-6);
    }
  }
  EXPECT_GT(accepted, 100);
}

int level_at(const std::byte* row, std::int64_t x, int bits) {
  return std::to_integer<int>(row[x * bits / 8]) >> (8 - bits - x * bits % 8) & ((1 << bits) - 1);
}

TEST(PartedPlates, PrintEachPixelOnThePlatesOfItsLevel) {
  std::mt19937 random(test_seed());
  for (const auto& [levels, printed_levels] :
       {std::pair{3, 2}, {4, 2}, {4, 3}, {7, 2}, {7, 4}, {16, 2}, {16, 3}, {16, 16}}) {
    for (const std::int64_t width : {1, 2, 3, 7, 8, 9, 63, 64, 200}) {
      const int bits = halftone::plate_bits(levels), printed_bits = halftone::plate_bits(printed_levels);
      constexpr std::int64_t rows = 3;
      const std::int64_t stride = halftone::plate_row_bytes(width, levels) + 5;
      std::vector<std::byte> first(static_cast<std::size_t>(rows * stride)), second(first.size());
      const std::array<halftone::Plate, 2> plates{{{first.data(), stride}, {second.data(), stride}}};
      for (const halftone::Plate& plate : plates)
        for (std::int64_t y = 0; y < rows; ++y)
          for (std::int64_t x = 0; x < width; ++x)
            plate.pixels[y * stride + x * bits / 8] |=
                static_cast<std::byte>(random() % static_cast<unsigned>(levels) << (8 - bits - x * bits % 8));
      std::vector<PlatePart> parts(3);
      for (PlatePart& part : parts) {
        part.plate = random() % 2;
        for (std::size_t level = 1; level < part.level_of.size(); ++level)
          part.level_of[level] = static_cast<std::uint8_t>(random() % static_cast<unsigned>(printed_levels));
      }
      PartedPlates parted(parts, width, levels, printed_levels);
      ASSERT_GE(parted.most_rows(), rows);
      const auto printed = parted.part(plates, rows);
      ASSERT_EQ(printed.size(), parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::int64_t y = 0; y < rows; ++y) {
          const std::byte* const row = printed[i].pixels + y * printed[i].stride;
          for (std::int64_t x = 0; x < halftone::plate_row_bytes(width, printed_levels) * 8 / printed_bits; ++x) {
            const std::byte* const from = plates[parts[i].plate].pixels + y * stride;
            const auto level = static_cast<std::size_t>(x < width ? level_at(from, x, bits) : 0);
            ASSERT_EQ(level_at(row, x, printed_bits), parts[i].level_of[level]) << levels << ' ' << width << ' ' << x;
          }
        }
      }
    }
  }
}

std::vector<std::string> names_of(const std::vector<PrintedPlate>& plates) {
  std::vector<std::string> names;
  names.reserve(plates.size());
  for (const PrintedPlate& plate : plates) names.push_back(plate.ink);
  return names;
}

class PrintedPlatesOf : public testing::Test {
 protected:
  Result<std::vector<PrintedPlate>> planned(const std::vector<const char*>& lights) {
    Job job;
    for (const char* const word : lights) EXPECT_TRUE(set_option(job, "light", word).ok());
    auto planes = halftone::planes_of(plate_inks_.size(), "tone");
    const auto drops = add_drops(job.drops, {}, inks_, plate_inks_, planes);
    if (!drops.ok()) return drops.error();
    return printed_plates({inks_, 1, plate_inks_}, *drops);
  }

  const std::vector<std::string> inks_{"Cyan", "Magenta", "Black", "White"};  // the last is made
  std::vector<std::size_t> plate_inks_{0, 1, 2, 3};
};

TEST_F(PrintedPlatesOf, APageHaveLighterInksBehindItsOwnAndMadePlatesLast) {
  EXPECT_THAT(names_of(*planned({})), ElementsAre("Cyan", "Magenta", "Black", "White"));
  EXPECT_THAT(names_of(*planned({"K=Gray:0.5,Light Gray:0.2", "C=Light Cyan:0.3"})),
              ElementsAre("Cyan", "Magenta", "Black", "Light Cyan", "Gray", "Light Gray", "White"));
  plate_inks_ = {1, 2};
  EXPECT_THAT(names_of(*planned({"K=Gray:0.5", "C=Light Cyan:0.3"})), ElementsAre("Magenta", "Black", "Gray"));
}

TEST_F(PrintedPlatesOf, APageHaveNamesOfTheirOwn) {
  for (const std::vector<const char*>& lights :
       {std::vector{"C=cyan:0.3"}, {"C=WHITE:0.3"}, {"C=Light:0.3", "M=light:0.3"}, {"K=Gray:0.5,gray:0.2"}}) {
    const auto plates = planned(lights);
    ASSERT_FALSE(plates.ok());
    EXPECT_EQ(plates.error().setting, "light");
    EXPECT_THAT(plates.error().message, HasSubstr("another ink"));
  }
  EXPECT_FALSE(planned({"Gold=Light Gold:0.3"}).ok());
  EXPECT_FALSE(planned({"C=Light Cyan:0.3", "Cyan=Pale Cyan:0.2"}).ok());
}

}  // namespace
}  // namespace platerip::rip
