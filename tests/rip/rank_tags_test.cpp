// The tags of messages between ranks.
#include <gtest/gtest.h>

#include <set>

#include "rip/mpi/tags.h"

namespace platerip::rip {
namespace {

constexpr int largest_tag = 32767;  // that every MPI allows (MPI 4.1, 9.1.2: MPI_TAG_UB)
constexpr std::size_t pages = 256;

TEST(RankTags, AreDifferentForAllMessagesOfPagesAtATime) {
  std::set<int> tags{tag_ready, tag_to_desk, tag_from_desk};
  std::size_t count = tags.size();
  const auto add = [&](int tag) {
    tags.insert(tag);
    ++count;
    ASSERT_EQ(tags.size(), count) << "tag " << tag << " has two meanings";
    ASSERT_LE(tag, largest_tag);
  };
  for (std::size_t page = 0; page < pages; ++page) {
    for (int about = 0; about < static_cast<int>(AboutPage::boundary); ++about)
      ASSERT_NO_FATAL_FAILURE(add(tag_of(page, static_cast<AboutPage>(about))));
    for (int part = 0; part < most_parts; ++part) ASSERT_NO_FATAL_FAILURE(add(tag_of(page, AboutPage::boundary, part)));
  }
  EXPECT_EQ(tag_of(pages, AboutPage::page), tag_of(0, AboutPage::page)) << "pages far apart may share tags";
}

}  // namespace
}  // namespace platerip::rip
