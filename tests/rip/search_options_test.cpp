// --quality and --search-rounds: how long a search goes on. The eye for which it is made.
#include <gmock/gmock.h>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

class SearchOptions : public PlateripTest {
 protected:
  SearchOptions() { write_page(file("page.tif"), gray_ramp(5)); }

  // The bytes of the plate of black that the arguments make.
  std::vector<std::byte> plate(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--planes", "K", "page.tif"});
    expect_done(platerip(arguments));
    return read_file(file("page.Black.tif"));
  }
};

TEST_F(SearchOptions, ChangeTheDotsOfSearches) {
  const auto normal = plate({"--halftone", "dbs"});
  const auto draft = plate({"--halftone", "dbs", "--quality", "draft"});
  const auto best = plate({"--halftone", "dbs", "--quality", "best"});
  EXPECT_NE(draft, normal);
  EXPECT_NE(best, normal);
  EXPECT_NE(best, draft);
  EXPECT_EQ(plate({"--halftone", "dbs", "--quality", "normal"}), normal);
}

TEST_F(SearchOptions, RoundsCountMoreThanTheQuality) {
  const auto draft = plate({"--halftone", "dbs", "--quality", "draft"});
  EXPECT_EQ(plate({"--halftone", "dbs", "--quality", "draft", "--search-rounds", "1"}), draft);
  EXPECT_EQ(plate({"--halftone", "dbs", "--search-rounds", "1", "--quality", "draft"}), draft);
  // Best has four sweeps, as draft.
  EXPECT_EQ(plate({"--halftone", "dbs", "--quality", "best", "--search-rounds", "1"}), draft);
  EXPECT_NE(plate({"--halftone", "dbs", "--quality", "draft", "--search-rounds", "2"}), draft);
}

TEST_F(SearchOptions, GiveTheSamePlatesByTheReferenceAndInShortStrips) {
  for (const char* const quality : {"draft", "best"}) {
    const auto expected = plate({"--halftone", "dbs", "--quality", quality});
    EXPECT_EQ(plate({"--halftone", "dbs", "--quality", quality, "--backend", "reference"}), expected);
    EXPECT_EQ(plate({"--halftone", "dbs", "--quality", quality, "--strip-rows", "3", "--threads", "3"}), expected);
  }
}

// Pages of few dots per inch are searched for an eye that sees each dot better.
TEST_F(SearchOptions, SuitThePagesResolution) {
  const auto dots = [&](const std::string& resolution, const std::string& halftone) {
    plate({"--halftone", halftone, "--resolution", resolution, "--force-resolution"});
    return read_plate(file("page.Black.tif")).levels;
  };
  const auto coarse = dots("300", "dbs"), fine = dots("600", "dbs");
  EXPECT_NE(coarse, fine);
  EXPECT_EQ(dots("400", "dbs"), coarse);
  EXPECT_EQ(dots("2400", "dbs"), fine);
  EXPECT_EQ(dots("300", "tone"), dots("600", "tone"));
  plate({"--halftone", "dbs"});  // the page has no resolution
  EXPECT_EQ(read_plate(file("page.Black.tif")).levels, fine);
}

TEST_F(SearchOptions, AreOfNoConcernToOtherHalftones) {
  EXPECT_EQ(plate({"--quality", "best", "--search-rounds", "8", "--quiet"}), plate({}));
}

TEST_F(SearchOptions, AreRefusedOutOfRange) {
  for (const char* const word : {"0", "9", "-1", "", "two", "1.5", "99999999999999999999"})
    expect_complaint(platerip({std::string("--search-rounds=") + word, "page.tif"}), 2, {"--search-rounds"});
  expect_complaint(platerip({"--quality", "high", "page.tif"}), 2, {"--quality", "draft, normal, best"});
}

}  // namespace
}  // namespace platerip::test
