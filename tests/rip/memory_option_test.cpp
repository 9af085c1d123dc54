// If the memory is too small, the message names an amount that is enough. Without the option, pages get what they need.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/sanitized.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using MemoryOption = PlateripTest;

TEST_F(MemoryOption, ThatIsTooLittleIsRefusedWithWhatWouldDo) {
  write_page(file("page.tif"), BlockPage{.blocks = {{9, 9, 9}}, .block_size = 1500});
  const Outcome refused = platerip({"--memory", "8", "--preview", "proof.png", "--threads", "1", "page.tif"});
  expect_complaint(refused, 1, {"page.tif", "--memory "});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  const std::string enough = refused.err.substr(refused.err.find("--memory ") + 9);
  expect_done(platerip(
      {"--memory", enough.substr(0, enough.find(' ')), "--preview", "proof.png", "--threads", "1", "page.tif"}));
}

TEST_F(MemoryOption, ThatReadingTakesIsToldAsTheNumberThatWorks) {
  PageSpec one_tile{.width = 1800, .height = 1700, .compression = COMPRESSION_LZW};
  one_tile.tile_width = one_tile.tile_height = 1808;
  write_page(file("page.tif"), one_tile);
  const std::vector<std::vector<std::string>> runs = {
      {"page.tif"},
      {"--preview", "proof.png", "page.tif"},
      {"-o", "-", "--output-format", "pbm", "page.tif"},
  };
  for (std::vector<std::string> run : runs) {
    SCOPED_TRACE(run.front());
    run.insert(run.begin(), {"--memory", "2"});
    const Outcome refused = platerip(run);
    expect_complaint(refused, 1, {"page.tif: reading it takes at least ", "give --memory "});
    const int enough = std::stoi(refused.err.substr(refused.err.find("--memory ") + 9));
    run[1] = std::to_string(enough - 1);
    expect_complaint(platerip(run), 1, {"--memory " + std::to_string(enough)});
    run[1] = std::to_string(enough);
    expect_done(platerip(run));
  }
}

// A page in one tile of so many MiB when it is decoded. The file is small.
PageSpec one_large_tile(std::uint32_t mib) {
  const auto side = static_cast<std::uint32_t>(std::sqrt(mib * 1048576.0 / 3) / 16) * 16;
  PageSpec page{.width = side - 5, .height = side - 3, .compression = COMPRESSION_ADOBE_DEFLATE};
  page.predictor = PREDICTOR_HORIZONTAL;
  page.tile_width = page.tile_height = side;
  page.smooth = true;
  return page;
}

/// Runs without --memory, on one thread: 128 MiB as a rule.
class NoMemoryOption : public PlateripTest {
 protected:
  using Words = std::vector<std::string>;

  [[nodiscard]] Outcome platerip_on_one_thread(Words words) const {
    words.insert(words.begin(), {"--threads", "1", "--halftone", "bayer"});
    return platerip(words);
  }

  /// Expects that the page is made within more memory than usual, and refused if that is a limit.
  void expect_grown(const Words& words, const std::string& because) const {
    Words limited = words;
    limited.insert(limited.end(), {"--memory", "128", "-o", "limited"});
    const Outcome refused = platerip_on_one_thread(limited);
    expect_complaint(refused, 1, {because, "give --memory "});
    Words verbose = words;
    verbose.insert(verbose.end(), {"--verbose", "-o", "grown"});
    const Outcome made = platerip_on_one_thread(verbose);
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.err, testing::ContainsRegex(": memory: grown to [0-9]+ MiB because .*" + because));
    EXPECT_EQ(std::count(made.err.begin(), made.err.end(), '\n') >= 2, true);
    expect_done(platerip_on_one_thread(words));
    expect_same_as_with_enough(words, refused.err);
  }

  void expect_same_as_with_enough(Words words, const std::string& refused) const {
    const std::string enough = refused.substr(refused.find("--memory ") + 9);
    words.insert(words.end(), {"--memory", enough.substr(0, enough.find(' ')), "-o", "enough"});
    expect_done(platerip_on_one_thread(words));
    for (const char* const ink : {"Cyan", "Black"}) {
      const std::string name = std::string("/page.") + ink + ".tif";
      EXPECT_EQ(read_file(file("grown" + name)), read_file(file("enough" + name))) << ink;
    }
  }
};

TEST_F(NoMemoryOption, GrowsToWhatReadingTakes) {
  write_page(file("page.tif"), one_large_tile(70));
  expect_grown({"page.tif"}, "reading it takes at least ");
}

TEST_F(NoMemoryOption, GrowsToWhatReadingTakesBesideTurning) {
  write_page(file("page.tif"), [] {
    PageSpec page = one_large_tile(36);
    page.orientation = 6;
    return page;
  }());
  expect_complaint(platerip_on_one_thread({"--memory", "128", "--upright", "page.tif"}), 1,
                   {"reading it takes at least ", "give --memory "});
  expect_done(platerip_on_one_thread({"--upright", "page.tif"}));
}

TEST_F(NoMemoryOption, GrowsToWhatWideRowsTake) {
  constexpr std::size_t width = 6'000'000;
  std::ofstream page(file("page.ppm"), std::ios::binary);
  page << "P6 " << width << " 2 255\n" << std::string(2 * width * 3, 'x');
  page.close();
  expect_grown({"page.ppm"}, "its rows are too wide");
}

TEST_F(NoMemoryOption, GrowsToWhatTheSeparationsOfAFolderTakeTogether) {
  PageSpec separation = one_large_tile(40);
  separation.samples = 1;
  separation.photometric = PHOTOMETRIC_MINISBLACK;
  separation.tile_width = separation.tile_height = 6000;
  separation.width = separation.height = 5990;
  std::filesystem::create_directory(file("page"));
  write_page(file("page/page.Black.tif"), separation);
  separation.tile_width = separation.tile_height = 0;
  separation.rows_per_strip = 16;
  for (const char* const ink : {"Cyan", "Magenta", "Yellow"})
    write_page(file(std::string("page/page.") + ink + ".tif"), separation);
  expect_done(platerip_on_one_thread({"-o", "one", "page"}));
  EXPECT_EQ(platerip_on_one_thread({"--memory", "64", "-o", "two", "page"}).status, 1);
}

TEST_F(NoMemoryOption, StopsGrowingAtHalfOfWhatTheMachineAllows) {
  if (sanitized) GTEST_SKIP() << "a sanitizer needs terabytes of addresses";
  write_page(file("page.tif"), one_large_tile(110));
  const auto within = [this](const std::string& limit) {
    Command limited = command({});
    limited.words = {"/bin/sh", "-c", "ulimit -v " + limit + "; exec \"$0\" --threads 1 page.tif", PLATERIP_PROGRAM};
    return run(limited);
  };
  expect_complaint(within("420000"), 1, {"page.tif: reading it takes at least ", "give --memory 2"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  expect_done(within("600000"));
}

}  // namespace
}  // namespace platerip::test
