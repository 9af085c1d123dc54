// How dots of different inks meet.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

class InksOption : public PlateripTest {
 protected:
  InksOption() { write_page(file("page.tif"), gray_ramp(5)); }

  // The bytes of the plates of C, M, Y and K that the arguments make.
  std::vector<std::vector<std::byte>> plates(std::vector<std::string> arguments, const char* halftone = "tone") {
    arguments.insert(arguments.end(), {"--halftone", halftone, "page.tif"});
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

// Several rows and columns of tiles, and more rows than the search holds back.
class InksTogether : public InksOption {
 protected:
  InksTogether() { write_page(file("page.tif"), PageSpec{.width = 131, .height = 203}); }
};

TEST_F(InksTogether, ChangeAllInks) {
  const auto independent = plates({}, "dbs"), together = plates({"--inks", "together"}, "dbs");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NE(together[i], independent[i]) << i;
}

TEST_F(InksTogether, HaveTheSamePlatesOnAllBackendsInAllStripsAndOnAllThreads) {
  const auto together = plates({"--inks", "together"}, "dbs");
  EXPECT_EQ(plates({"--inks", "together", "--backend", "reference"}, "dbs"), together);
  for (const char* const rows : {"1", "3", "64", "1000"})
    for (const char* const threads : {"1", "3"})
      EXPECT_EQ(plates({"--inks", "together", "--strip-rows", rows, "--threads", threads}, "dbs"), together) << rows;
}

// Another ink's dots do not matter to an ink with a screen of its own.
TEST_F(InksTogether, LeaveInksWithScreens) {
  std::ofstream(file("screen.pgm"), std::ios::binary) << "P5 2 2 255 \x20\xA0\xE0\x60";
  const auto independent = plates({"--screen-file", "C=screen.pgm"}, "dbs");
  const auto together = plates({"--screen-file", "C=screen.pgm", "--inks", "together"}, "dbs");
  EXPECT_EQ(together[0], independent[0]);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_NE(together[i], independent[i]) << i;
}

TEST_F(InksTogether, NeedThePlatesOfAllInks) {
  expect_complaint(platerip({"--halftone", "dbs", "--inks", "together", "--planes", "C,M,K", "page.tif"}), 1,
                   {"--planes", "Yellow", "no plate"});
}

TEST_F(InksTogether, AreForDirectBinarySearch) {
  for (const char* const halftone : {"tone", "les", "am"})
    expect_complaint(platerip({"--inks", "together", "--halftone", halftone, "page.tif"}), 2,
                     {"--inks", halftone, "--halftone dbs"});
}

TEST_F(InksTogether, PrintDropsToo) {
  const auto independent = plates({"--drops", "28,55,100"}, "dbs");
  const auto together = plates({"--drops", "28,55,100", "--inks", "together"}, "dbs");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NE(together[i], independent[i]) << i;
}

TEST_F(InksOption, SpreadsDropsEvenlyToo) {
  const auto independent = plates({"--drops", "28,55,100"});
  const auto even = plates({"--drops", "28,55,100", "--inks", "even"});
  EXPECT_NE(even[0], independent[0]);
  EXPECT_NE(even[1], independent[1]);
  EXPECT_EQ(even[2], independent[2]);
  EXPECT_EQ(plates({"--drops", "28,55,100", "--inks", "even", "--backend", "reference"}), even);
}

TEST_F(InksOption, LeavesExhaustiveSearchesToEvenDrops) {
  expect_complaint(platerip({"--halftone", "les", "--drops", "28,55,100", "page.tif"}), 2,
                   {"--drops", "les", "evenly spaced"});
}

TEST_F(InksOption, IsRefusedForOtherHalftones) {
  expect_complaint(platerip({"--inks", "odd", "page.tif"}), 2, {"--inks", "independent, even, together"});
  expect_complaint(platerip({"--inks", "even", "--halftone", "am", "page.tif"}), 2,
                   {"--inks", "am", "--halftone tone"});
}

}  // namespace
}  // namespace platerip::test
