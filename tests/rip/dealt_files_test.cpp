#include "rip/plates/dealt_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

class Dealt : public testing::Test {
 protected:
  Dealt() { settings_.folder = folder_.file(""); }

  Status begin(DealtFiles& sink, const std::string& page, const std::vector<std::string>& inks) {
    return sink.begin({.width = 8, .height = 8, .resolution = {}, .inks = inks, .source = {page}}, files_);
  }

  void make(const std::string& name) {
    test::write_file(folder_.file(name), {});
    kept_.keep(folder_.file(name));
  }

  test::TempFolder folder_;
  KeptFiles kept_;
  Claims claims_{kept_};
  PlateSettings settings_;
  std::vector<OutputFile> files_;
};

TEST_F(Dealt, PagesWithPlatesOfTheirOwnAreMadeSideBySide) {
  DealtFiles first(settings_, claims_, 0), second(settings_, claims_, 1), third(settings_, claims_, 2);
  EXPECT_TRUE(begin(first, "a.tif", {"Cyan", "Black"}).ok());
  EXPECT_TRUE(begin(second, "b.tif", {"Cyan", "Black"}).ok());
  EXPECT_TRUE(begin(third, "a.tif", {"Magenta"}).ok());
}

TEST_F(Dealt, APlateIsOfTheFirstPageThatMadeIt) {
  claims_.end(0);
  ASSERT_TRUE(claims_.claim(1, {folder_.file("a.tif"), folder_.file("b.tif")}).ok());
  make("b.tif");
  claims_.end(1);
  const Status status = claims_.claim(2, {folder_.file("c.tif"), folder_.file("./b.tif")});
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::HasSubstr("b.tif would be replaced"));
  claims_.end(2);
  EXPECT_TRUE(claims_.claim(3, {folder_.file("c.tif")}).ok());
}

TEST_F(Dealt, APlateOfAPageThatFailedIsFree) {
  {
    DealtFiles failing(settings_, claims_, 0);
    ASSERT_TRUE(begin(failing, "a.tif", {"Cyan"}).ok());
  }
  files_.clear();
  DealtFiles second(settings_, claims_, 1);
  EXPECT_TRUE(begin(second, "a.tif", {"Cyan"}).ok());
}

TEST_F(Dealt, APlateThatIsKeptIsNoOtherPages) {
  {
    DealtFiles first(settings_, claims_, 0);
    ASSERT_TRUE(begin(first, "a.tif", {"Cyan"}).ok());
    make("a.Cyan.tif");
  }
  DealtFiles second(settings_, claims_, 1);
  const Status status = begin(second, "a.tif", {"Cyan"});
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::HasSubstr("a.Cyan.tif would be replaced"));
}

/// The order does not depend on which thread comes first.
TEST_F(Dealt, PagesHaveTheirPlatesInOrder) {
  for (const bool first_is_made : {true, false}) {
    const KeptFiles kept;
    Claims claims(first_is_made ? kept_ : kept);
    const std::string a = folder_.file("a.tif");
    auto second = std::async(std::launch::async, [&] { return claims.claim(1, {a}); });
    auto third = std::async(std::launch::async, [&] { return claims.claim(2, {folder_.file("b.tif")}); });
    ASSERT_TRUE(claims.claim(0, {a}).ok());
    if (first_is_made) make("a.tif");
    claims.end(0);
    EXPECT_EQ(second.get().ok(), !first_is_made);
    claims.end(1);
    EXPECT_TRUE(third.get().ok());
  }
}

TEST_F(Dealt, APageThatIsDealtAgainGetsItsPlates) {
  claims_.end(0);
  ASSERT_TRUE(claims_.claim(1, {"b.tif"}).ok());
  EXPECT_TRUE(claims_.claim(0, {"a.tif"}).ok());
}

}  // namespace
}  // namespace platerip::rip
