// The most ink of a press, and how it is kept.
#include "separation/press_limit.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "separation/keys.h"
#include "separation/shared_tables.h"
#include "separation/tables/cached_file.h"
#include "tests/profiles/made_profiles.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::separation {
namespace {

TEST(PressLimit, IsThatOfTheColoursWithTheMostInk) {
  const auto limit_of = [](const made::Press& press) {
    return press_limit(made::open(made::press(press))).value_or(0);
  };
  EXPECT_GT(limit_of({}), 300);
  EXPECT_GT(limit_of({.on_black = true}), 300);
}

TEST(PressLimit, IsKeptForTheNextPageAndTheNextRun) {
  const test::TempFolder folder;
  const std::string cache = folder.file("cache");
  const auto press = profiles::Profile::default_press();
  const CachedFile file(cache, key_of_most_ink(press), cached_limits);
  const auto shared = make_shared_tables();
  const auto found = press_limit(press);
  EXPECT_EQ(press_limit(press, cache, shared.get()), found);
  ASSERT_TRUE(std::filesystem::exists(file.path()));

  constexpr double other = 123;
  ASSERT_TRUE(file.write(std::as_bytes(std::span(&other, 1)), {}).ok());
  EXPECT_EQ(press_limit(press, cache), 125) << "rounded up";
  EXPECT_EQ(press_limit(press, cache, shared.get()), found) << "of the page before";
  std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) - 1);
  EXPECT_EQ(press_limit(press, cache), found) << "searched again";
}

}  // namespace
}  // namespace platerip::separation
