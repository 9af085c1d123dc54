// The plates of a page: four, with the right names, tags and tone.
#include <tiffio.h>
#include <nlohmann/json.hpp>

#include <sstream>

#include "halftone/backends/backends.h"
#include "separation/backends/backends.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using Plates = PlateripTest;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(Plates, StandBesideThePageUnderTheirInksNames) {
  write_page(file("page.tif"), gray_ramp(3));
  expect_done(platerip({"page.tif"}));
  auto expected = four_plates("page");
  expected.insert("page.tif");
  EXPECT_EQ(files(), expected);
}

TEST_F(Plates, HaveThePagesSizeResolutionAndOrientation) {
  write_page(file("page.tif"), PageSpec{.width = 61,
                                        .height = 53,
                                        .orientation = ORIENTATION_RIGHTTOP,
                                        .resolution_x = 120,
                                        .resolution_y = 60,
                                        .resolution_unit = RESUNIT_CENTIMETER});
  expect_done(platerip({"page.tif"}));
  for (const char* ink : ink_names) {
    const Plate made = plate("page." + std::string(ink) + ".tif");
    EXPECT_EQ(made.width, 61u);
    EXPECT_EQ(made.height, 53u);
    EXPECT_EQ(made.bits, 1);
    EXPECT_EQ(made.photometric, PHOTOMETRIC_MINISWHITE);
    EXPECT_EQ(made.compression, COMPRESSION_NONE);
    EXPECT_EQ(made.orientation, ORIENTATION_RIGHTTOP);
    EXPECT_EQ(made.x_resolution, 120);
    EXPECT_EQ(made.y_resolution, 60);
    EXPECT_EQ(made.resolution_unit, RESUNIT_CENTIMETER);
    EXPECT_EQ(made.page_name, ink);
    EXPECT_EQ(made.document_name, "page.tif");
    EXPECT_THAT(made.software, StartsWith("platerip"));
    EXPECT_EQ(made.date, "");
  }
}

TEST_F(Plates, HaveTheToneOfThePage) {
  BlockPage page = gray_ramp(9);
  for (const auto& color : {0xE8BE9F, 0x7C4E33, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0x5B57C9}) {
    page.blocks.push_back({static_cast<std::uint16_t>(color >> 16), static_cast<std::uint16_t>(color >> 8 & 255),
                           static_cast<std::uint16_t>(color & 255)});
  }
  write_page(file("page.tif"), page);
  expect_done(platerip({"page.tif"}));
  for (std::size_t ink = 0; ink < 4; ++ink) {
    const Plate made = plate("page." + std::string(ink_names[ink]) + ".tif");
    for (std::size_t block = 0; block < page.blocks.size(); ++block) {
      EXPECT_NEAR(made.coverage(page.inner(block)), ink_percent(page.blocks[block])[ink], 2.5)
          << ink_names[ink] << ", block " << block;
    }
  }
}

TEST_F(Plates, LeavePaperWhiteFreeOfInk) {
  write_page(file("page.tif"), BlockPage{.blocks = {{255, 255, 255}}});
  expect_done(platerip({"page.tif"}));
  for (const std::string& name : four_plates("page")) EXPECT_EQ(plate(name).coverage(), 0) << name;
}

TEST_F(Plates, CarryTheDateOfSourceDateEpochOnly) {
  write_page(file("page.tif"), gray_ramp(2));
  Command dated = command({"page.tif"});
  dated.environment["SOURCE_DATE_EPOCH"] = "86400";
  expect_done(run(dated));
  EXPECT_EQ(plate("page.Cyan.tif").date, "1970:01:02 00:00:00");
}

TEST_F(Plates, ReplaceThoseOfAnEarlierRun) {
  write_page(file("page.tif"), gray_ramp(2));
  expect_done(platerip({"page.tif"}));
  write_page(file("page.tif"), gray_ramp(5));
  expect_done(platerip({"page.tif"}));
  EXPECT_EQ(plate("page.Black.tif").width, 5u * 64);
  EXPECT_EQ(files().size(), 5u);
}

TEST_F(Plates, OfEachPageOfAFileAreNumbered) {
  BlockPage page = gray_ramp(2);
  for (int i = 0; i < 10; ++i) {
    write_page(file("book.tif"), page);
    page.append = true;
  }
  page.blocks = {{0, 0, 255}};
  write_page(file("book.tif"), page);
  expect_done(platerip({"book.tif"}));
  EXPECT_EQ(files().size(), 1u + 11 * 4);
  EXPECT_EQ(plate("book-01.Cyan.tif").width, 2u * 64);
  EXPECT_EQ(plate("book-11.Cyan.tif").width, 64u);
  EXPECT_THAT(plate("book-11.Magenta.tif").page_name, "Magenta");
}

TEST_F(Plates, OfAllPagesOfABatchAreMade) {
  for (const char* name : {"a.tif", "b.tif", "c.TIFF"}) write_page(file(name), gray_ramp(2));
  expect_done(platerip({"a.tif", "b.tif", "c.TIFF"}));
  EXPECT_EQ(files().size(), 3u + 3 * 4);
}

TEST_F(Plates, OfTheOtherPagesAreMadeWhenOneFails) {
  write_page(file("a.tif"), gray_ramp(2));
  write_page(file("c.tif"), gray_ramp(2));
  expect_complaint(platerip({"a.tif", "missing.tif", "c.tif"}), 1, {"missing.tif"});
  auto expected = four_plates("a");
  expected.merge(four_plates("c"));
  expected.insert({"a.tif", "c.tif"});
  EXPECT_EQ(files(), expected);
}

TEST_F(Plates, OfTwoPagesNeverShareAName) {
  std::filesystem::create_directory(file("other"));
  write_page(file("page.tif"), gray_ramp(2));
  write_page(file("other/page.tif"), gray_ramp(3));
  const Outcome outcome = platerip({"page.tif", "other/page.tif", "-o", "plates"});
  expect_complaint(outcome, 1, {"other/page.tif"});
  EXPECT_EQ(plate("plates/page.Cyan.tif").width, 2u * 64);
}

TEST_F(Plates, GoToAFolderThatIsMade) {
  write_page(file("page.tif"), gray_ramp(2));
  expect_done(platerip({"-o", "press/today", "page.tif"}));
  auto expected = four_plates("press/today/page");
  expected.insert("page.tif");
  EXPECT_EQ(files(), expected);
}

TEST_F(Plates, CannotGoToAFolderThatIsAFile) {
  write_page(file("page.tif"), gray_ramp(2));
  expect_complaint(platerip({"-o", "page.tif", "page.tif"}), 1, {"page.tif"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(Plates, AreSummedUpInJson) {
  const BlockPage page{.blocks = {{0, 0, 0}, {255, 255, 255}}};
  write_page(file("page.tif"), page);
  const auto summary = summary_of({"page.tif"});
  EXPECT_EQ(summary["page"], "page.tif");
  EXPECT_EQ(summary["width"], 128);
  EXPECT_EQ(summary["height"], 64);
  EXPECT_EQ(summary["bits"], 8);
  ASSERT_EQ(summary["plates"].size(), 4u);
  double sum = 0;
  for (std::size_t ink = 0; ink < 4; ++ink) {
    const auto& made = summary["plates"][ink];
    EXPECT_EQ(made["ink"], ink_names[ink]);
    EXPECT_EQ(made["file"], "page." + std::string(ink_names[ink]) + ".tif");
    EXPECT_NEAR(made["coverage_percent"], plate(made["file"]).coverage(), 0.001);
    sum += ink_percent(page.blocks[0])[ink];
  }
  EXPECT_NEAR(summary["total_ink"]["max_percent"], sum, 2);
  EXPECT_NEAR(summary["total_ink"]["mean_percent"], sum / 2, 1);
  EXPECT_GT(summary["peak_memory_mib"], 1);
  EXPECT_EQ(summary["profiles"]["page"], "sRGB");
  EXPECT_EQ(summary["profiles"]["page_description"], "sRGB built-in");
  EXPECT_THAT(summary["profiles"]["press"].get<std::string>(), HasSubstr("FOGRA39"));
  for (const char* stage : {"read", "separate", "halftone", "write", "total"}) EXPECT_GE(summary["seconds"][stage], 0);
}

TEST_F(Plates, AreSummedUpWithWhatMadeThem) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 0, 0}}});
  const nlohmann::json reference = {{"separation", "reference"}, {"halftone", "reference"}};
  EXPECT_EQ(summary_of({"--backend", "reference", "page.tif"})["backends"], reference);
  const auto chosen = summary_of({"page.tif"})["backends"];
  const std::string said = platerip({"--verbose", "page.tif"}).err;
  for (const char* stage : {"separation", "halftone"})
    EXPECT_THAT(said, HasSubstr(stage + (" " + chosen[stage].get<std::string>()) + ", "));
}

// A page this small is never worth starting a GPU.
TEST_F(Plates, AreMadeBySimdUnlessAskedOtherwise) {
  if (!separation::find_backend("cpu").ok() || !halftone::find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED";
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 0, 0}}});
  const auto chosen = summary_of({"page.tif"})["backends"];
  for (const char* stage : {"separation", "halftone"})
    EXPECT_THAT(chosen[stage].get<std::string>(), StartsWith("cpu ("));
}

TEST_F(Plates, AreSummedUpInALineOfJsonForEachPage) {
  for (const char* name : {"a.tif", "b.tif"}) write_page(file(name), gray_ramp(2));
  const Outcome outcome = platerip({"--summary", "json", "a.tif", "b.tif"});
  expect_done(outcome);
  std::istringstream lines(outcome.out);
  std::vector<std::string> pages;
  for (std::string line; std::getline(lines, line);) pages.push_back(nlohmann::json::parse(line)["page"]);
  EXPECT_EQ(pages, (std::vector<std::string>{"a.tif", "b.tif"}));
}

TEST_F(Plates, AreSummedUpInText) {
  write_page(file("page.tif"), gray_ramp(2));
  const Outcome outcome = platerip({"--summary", "text", "page.tif"});
  expect_done(outcome);
  for (const char* part : {"page.tif", "128 x 64", "page.Cyan.tif", "Black", "total ink", "memory"}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
}

}  // namespace
}  // namespace platerip::test
