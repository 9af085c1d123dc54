#include "rip/dealt_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

class Dealt : public testing::Test {
 protected:
  Status begin(const std::string& page, const std::vector<std::string>& inks) {
    Job job;
    job.output_dir = folder_.file("");
    DealtFiles sink(job, claims_);
    std::vector<OutputFile> files;
    return sink.begin({.width = 8, .height = 8, .resolution = {}, .inks = inks, .page = {page}}, files);
  }

  test::TempFolder folder_;
  Claims claims_;
};

TEST_F(Dealt, PagesWithPlatesOfTheirOwnAreMadeSideBySide) {
  EXPECT_TRUE(begin("a.tif", {"Cyan", "Black"}).ok());
  EXPECT_TRUE(begin("b.tif", {"Cyan", "Black"}).ok());
  EXPECT_TRUE(begin("a.tif", {"Magenta"}).ok());
}

TEST_F(Dealt, APlateIsOfOnePageOnly) {
  EXPECT_TRUE(begin("a.tif", {"Cyan", "Black"}).ok());
  const Status second = begin("elsewhere/../a.tif", {"Magenta", "Black"});
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, testing::HasSubstr("a.Black.tif would be replaced"));
  EXPECT_TRUE(begin("b.tif", {"Magenta", "Black"}).ok());
  EXPECT_TRUE(begin("a.tif", {"Magenta"}).ok());  // it claimed nothing
}

}  // namespace
}  // namespace platerip::rip
