// How dots of different inks meet.
#include <gmock/gmock.h>

#include <fstream>

#include "rip/job/job_options.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

class InksOption : public PlateripTest {
 protected:
  InksOption() { write_page(file("page.tif"), gray_ramp(5)); }

  // The bytes of the plates of C, M, Y and K that the arguments make.
  std::vector<std::vector<std::byte>> plates(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--halftone", "tone", "page.tif"});
    expect_done(platerip(arguments));
    std::vector<std::vector<std::byte>> all;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "Black"})
      all.push_back(read_file(file(std::string("page.") + ink + ".tif")));
    return all;
  }
};

TEST_F(InksOption, SpreadsCyanAndMagentaOnly) {
  const auto independent = plates({}), even = plates({"--inks", "even"});
  EXPECT_NE(even[0], independent[0]);
  EXPECT_NE(even[1], independent[1]);
  EXPECT_EQ(even[2], independent[2]);
  EXPECT_EQ(even[3], independent[3]);
  EXPECT_EQ(plates({"--inks", "independent"}), independent);
}

TEST_F(InksOption, GivesTheSamePlatesByTheReferenceAndInShortStrips) {
  const auto even = plates({"--inks", "even"});
  EXPECT_EQ(plates({"--inks", "even", "--backend", "reference"}), even);
  EXPECT_EQ(plates({"--inks", "even", "--strip-rows", "3", "--threads", "3"}), even);
}

// An ink with a screen of its own keeps its dots, and others are spread over them.
TEST_F(InksOption, LeavesInksWithScreens) {
  std::ofstream(file("screen.pgm"), std::ios::binary) << "P5 2 2 255 \x20\xA0\xE0\x60";
  const auto independent = plates({"--screen-file", "C=screen.pgm"});
  const auto even = plates({"--screen-file", "C=screen.pgm", "--inks", "even"});
  EXPECT_EQ(even[0], independent[0]);
  EXPECT_NE(even[1], independent[1]);
}

TEST_F(InksOption, NeedsThePlatesThatDotsAreSpreadOver) {
  const auto platerip_with = [&](const char* planes) {
    return platerip({"--halftone", "tone", "--inks", "even", "--planes", planes, "page.tif"});
  };
  expect_complaint(platerip_with("M,K"), 1, {"--planes", "Magenta", "Cyan", "no plate"});
  expect_complaint(platerip_with("C"), 1, {"--planes", "Cyan", "Black", "no plate"});
  expect_done(platerip_with("C,K"));
  expect_done(platerip_with("Y,K"));
}

TEST_F(InksOption, IsRefusedForOtherHalftonesAndLevels) {
  expect_complaint(platerip({"--inks", "odd", "page.tif"}), 2, {"--inks", "independent, even"});
  expect_complaint(platerip({"--inks", "even", "--halftone", "am", "page.tif"}), 2,
                   {"--inks", "am", "--halftone tone"});
  expect_complaint(platerip({"--inks", "even", "--halftone", "tone", "--levels", "4", "page.tif"}), 2,
                   {"--inks", "2 levels"});
}

}  // namespace
}  // namespace platerip::test
