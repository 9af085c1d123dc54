// The fixture of tests whose pages are refused.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {

class Refusal : public testing::Test {
 protected:
  /// Expects that the page is refused with one line about `path` that has `words` in it, and that nothing is printed.
  void expect_refused(const std::string& path, const std::string& words, const ReadOptions& options = {}) {
    testing::internal::CaptureStderr();
    const auto page = read_page(path, options);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_FALSE(page.ok()) << "expected: " << words;
    EXPECT_THAT(page.error().message, testing::AllOf(testing::StartsWith(path + ": "), testing::HasSubstr(words),
                                                     testing::HasSubstr("; "), testing::Not(testing::HasSubstr("\n"))));
  }

  void expect_refused(const RawTiff& file, const std::string& words, const ReadOptions& options = {}) {
    write_file(path_, file.bytes());
    expect_refused(path_, words, options);
  }

  /// Writes the page with libtiff, and expects that it is refused.
  void expect_refused(const PageSpec& spec, const std::string& words) {
    write_page(path_, spec);
    expect_refused(path_, words);
  }

  /// Expects that the chain of directories breaks after the first page: that page is read, and one line reports the
  /// rest.
  void expect_first_page_only(const std::string& words) {
    const auto pages = tiffio::find_pages(path_);
    ASSERT_TRUE(pages.ok()) << pages.error().message;
    EXPECT_EQ(pages->count(), 1);
    ASSERT_TRUE(pages->broken);
    EXPECT_THAT(pages->broken->message,
                testing::AllOf(testing::StartsWith(path_ + ": "), testing::HasSubstr(words),
                               testing::EndsWith("; save the file again as TIFF (only page 1 is read)")));
    EXPECT_TRUE(read_page(path_).ok());
    expect_refused(path_, "has no page 1", {.index = 1});
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
};

}  // namespace platerip::test
