// Grids of earlier runs save time, and never change a page.
#include "separation/tables/checked_grid.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "separation/tables/cached_file.h"
#include "separation/tables/page_keys.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::separation {
namespace {

namespace fs = std::filesystem;
using profiles::Profile;
using test::TempFolder;

class CheckedGrid : public ::testing::Test {
 protected:
  CheckedGrid() {
    if (!find_backend("cpu").ok()) return;
    settings_.page = Profile::srgb();
    settings_.press = Profile::default_press();
    settings_.cache = folder_.file("cache");
  }
  void SetUp() override {
    if (!find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
  }

  [[nodiscard]] Plan plan() const { return *make_plan(settings_); }
  [[nodiscard]] CachedFile file() const { return {*settings_.cache, key_of_page(settings_, plan()), cached_grids}; }
  [[nodiscard]] bool is_found() const { return find_checked_grid(settings_, plan()) != nullptr; }

  // Writes a whole and intact file with one wrong ink at every node.
  void keep_wrong_grid() const {
    std::vector<std::uint16_t> nodes = find_checked_grid(settings_, plan())->nodes();
    for (std::size_t i = 0; i < nodes.size(); i += 4) nodes[i] ^= 1;
    ASSERT_TRUE(file().write(std::as_bytes(std::span(nodes)), {}).ok());
  }

  TempFolder folder_;
  Settings settings_;
};

TEST_F(CheckedGrid, ServesTheNextRun) {
  EXPECT_FALSE(is_found());
  const Page page = random_page(settings_.format, 40, 3, test_seed());
  const Inks wanted = separate(settings_, page, "reference");
  EXPECT_TRUE(separate(settings_, page, "cpu") == wanted);
  EXPECT_TRUE(fs::exists(file().path()));
  EXPECT_TRUE(is_found());
  EXPECT_TRUE(separate(settings_, page, "cpu") == wanted);
}

TEST_F(CheckedGrid, ServesOnlyPagesWithTheSameInks) {
  separator_of(settings_, "cpu");
  ASSERT_TRUE(is_found());
  settings_.ink_limit = 250;
  EXPECT_FALSE(is_found());
  settings_.ink_limit.reset();
  settings_.intent = profiles::Intent::perceptual;
  EXPECT_FALSE(is_found());
}

TEST_F(CheckedGrid, IsSampledAgainIfLittleCmsSamplesItOtherwise) {
  separator_of(settings_, "cpu");
  keep_wrong_grid();
  EXPECT_FALSE(is_found());
  const Page page = random_page(settings_.format, 40, 3, test_seed());
  EXPECT_TRUE(separate(settings_, page, "cpu") == separate(settings_, page, "reference"));
  EXPECT_TRUE(is_found()) << "the right grid replaces the wrong one";
}

TEST_F(CheckedGrid, IsNotNeeded) {
  settings_.cache = "/proc/no folder";
  const Page page = random_page(settings_.format, 40, 3, test_seed());
  EXPECT_TRUE(separate(settings_, page, "cpu") == separate(settings_, page, "reference"));
}

}  // namespace
}  // namespace platerip::separation
