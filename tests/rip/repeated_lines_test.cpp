#include "rip/job/repeated_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class Lines : public testing::Test {
 protected:
  std::vector<std::string> said_;
  RepeatedLines lines_{[this](const std::string& line) { said_.push_back(line); }};
};

TEST_F(Lines, OfOneKindAreCountedBehindTheFirstTwenty) {
  for (int page = 1; page <= 60'000; ++page)
    lines_.say("book.tif page " + std::to_string(page) + ": row " + std::to_string(page * 7) + " is damaged");
  ASSERT_THAT(said_, SizeIs(20));
  EXPECT_EQ(said_[19], "book.tif page 20: row 140 is damaged");
  lines_.end();
  ASSERT_THAT(said_, SizeIs(21));
  EXPECT_EQ(said_[20], "59980 more lines are like this one: book.tif page 60000: row 420000 is damaged");
}

TEST_F(Lines, OfSeveralKindsAreCountedApart) {
  for (int page = 0; page < 30; ++page) {
    const std::string name = std::string(1, static_cast<char>('a' + page)) + " b.tif";
    lines_.say(name + ": is empty; get the page again");
    lines_.say(name + ": plates/" + name + " would be replaced");
  }
  lines_.say("rare.tif: is a folder");
  EXPECT_THAT(said_, SizeIs(41));
  lines_.end();
  EXPECT_THAT(said_, SizeIs(43));
}

TEST_F(Lines, OneLeftOutIsSaidItself) {
  for (int page = 1; page <= 21; ++page) lines_.say("page" + std::to_string(page) + ".tif: is empty");
  lines_.end();
  EXPECT_EQ(said_.back(), "page21.tif: is empty");
}

TEST_F(Lines, AreSaidAsTheyAreWhereTheyAreFew) {
  lines_.say("a.tif: is empty");
  lines_.say("no page is named here");
  lines_.end();
  EXPECT_THAT(said_, ElementsAre("a.tif: is empty", "no page is named here"));
}

}  // namespace
}  // namespace platerip::rip
