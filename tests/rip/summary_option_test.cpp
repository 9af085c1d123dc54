// --summary: what programs read of the pages that were made, and of those that were not.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/sanitized.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class SummaryOption : public PlateripTest {
 protected:
  SummaryOption() {
    write_page(file("page.tif"), gray_ramp(2));
    write_file(file("broken.tif"), std::vector<std::byte>(100, std::byte{'x'}));
  }

  static std::vector<json> objects_of(const Outcome& outcome) {
    std::vector<json> objects;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
    return objects;
  }

  std::vector<json> summaries(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--summary", "json"});
    return objects_of(platerip(arguments));
  }
};

TEST_F(SummaryOption, HasAnObjectForEachPageThatFailed) {
  PageSpec spec;
  write_page(file("two.tif"), spec);
  spec.append = true;
  spec.photometric = 32844;  // LogL, which is not supported
  spec.samples = 1;
  write_page(file("two.tif"), spec);
  const auto pages = summaries({"missing.tif", "page.tif", "broken.tif", "two.tif"});
  ASSERT_EQ(pages.size(), 5);
  EXPECT_EQ(pages[0]["page"], "missing.tif");
  EXPECT_EQ(pages[0]["code"], "unreadable");
  EXPECT_EQ(pages[0]["error"], "missing.tif: cannot be opened: No such file or directory; check the name of the page");
  EXPECT_EQ(pages[1]["page"], "page.tif");
  EXPECT_FALSE(pages[1].contains("error"));
  EXPECT_EQ(pages[2]["page"], "broken.tif");
  EXPECT_EQ(pages[2]["code"], "bad_input");
  EXPECT_EQ(pages[3]["page"], "two.tif page 1");
  EXPECT_FALSE(pages[3].contains("error"));
  EXPECT_EQ(pages[4]["page"], "two.tif page 2");
  EXPECT_TRUE(pages[4].contains("error"));
}

TEST_F(SummaryOption, TellsWhatTheMessageTells) {
  const Outcome outcome = platerip({"--summary", "json", "--memory", "1", "--planes", "Q", "page.tif"});
  EXPECT_EQ(outcome.out, "") << "wrong usage concerns no page";
  write_page(file("wide.tif"), PageSpec{.width = 100'000, .height = 2});
  const Outcome refused = platerip({"--summary", "json", "--memory", "1", "wide.tif"});
  const auto pages = objects_of(refused);
  ASSERT_EQ(pages.size(), 1);
  EXPECT_EQ(pages[0]["code"], "no_memory");
  EXPECT_EQ("platerip: " + pages[0]["error"].get<std::string>() + "\n", refused.err);
}

TEST_F(SummaryOption, HasAnObjectForAStreamThatIsNoPage) {
  Command piped = command({"--summary", "json", "-o", "plates", "-"});
  for (const char* const input : {"broken.tif", "/dev/null"}) {
    piped.input = *input == '/' ? input : file(input);
    const auto pages = objects_of(run(piped));
    ASSERT_EQ(pages.size(), 1) << input;
    EXPECT_EQ(pages[0]["page"], "stdin");
    EXPECT_THAT(pages[0]["error"].get<std::string>(), HasSubstr("stdin: "));
  }
}

TEST_F(SummaryOption, AsTextSaysNothingOfPagesThatFailed) {
  const Outcome outcome = platerip({"--summary", "text", "missing.tif"});
  EXPECT_EQ(outcome.out, "");
  expect_complaint(outcome, 1, {"missing.tif"});
}

TEST_F(SummaryOption, HasThePeakMemoryOfThisProgramAndNotOfItsCaller) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  const double before = summary_of({"page.tif"})["peak_memory_mib"];
  const std::vector<char> large(std::size_t{300} << 20, 'x');
  const double peak = summary_of({"page.tif"})["peak_memory_mib"];
  EXPECT_NEAR(peak, before, 50) << large.size();
}

}  // namespace
}  // namespace platerip::test
