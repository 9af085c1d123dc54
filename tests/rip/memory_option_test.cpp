// If the memory is too small, the message names an amount that is enough.
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
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

}  // namespace
}  // namespace platerip::test
