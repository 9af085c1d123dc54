#include "rip/plates/kept_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "rip/plates/target_check.h"
#include "tests/seed.h"
#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(KeptFiles, AreKnownWhateverTheirNumbers) {
  std::mt19937_64 random(test_seed());
  KeptFiles kept;
  std::vector<FileId> files;
  for (int i = 0; i < 20'000; ++i) {
    files.emplace_back(random() % 3, random() << 1);
    kept.keep(files.back());
    const FileId& earlier = files[random() % files.size()];
    ASSERT_TRUE(kept.has(earlier));
    ASSERT_FALSE(kept.has({earlier.first, earlier.second | 1}));
    ASSERT_FALSE(kept.has({earlier.first + 3, earlier.second}));
  }
  for (const FileId& file : files) ASSERT_TRUE(kept.has(file));
}

TEST(KeptFiles, OfALongRunTakeAFewMebibytes) {
  if (!test::memory_can_be_measured) GTEST_SKIP() << "sanitizers take memory of their own";
  test::forget_peak();
  const std::size_t before = test::peak_memory();
  KeptFiles kept;
  for (ino_t number = 1; number <= 400'000; ++number) kept.keep(FileId(1, number * 7919 % 1'000'003));
  EXPECT_LT(test::peak_memory() - before, std::size_t{10} << 20);
  EXPECT_TRUE(kept.has({1, 7919}));
}

TEST(KeptFiles, MadeOneAfterTheOtherTakeNextToNothing) {
  if (!test::memory_can_be_measured) GTEST_SKIP() << "sanitizers take memory of their own";
  test::forget_peak();
  const std::size_t before = test::peak_memory();
  KeptFiles kept;
  for (ino_t number = 0; number < 4'000'000; ++number) kept.keep(FileId(1, number ^ 3));
  EXPECT_LT(test::peak_memory() - before, std::size_t{1} << 20);
  for (const ino_t number : {0, 1, 4095, 4096, 4097, 3'999'999}) EXPECT_TRUE(kept.has({1, number}));
  EXPECT_FALSE(kept.has({1, 4'000'000}));
}

class Targets : public testing::Test {
 protected:
  Targets() {
    for (const char* name : {"page.tif", "made.tif", "other.tif"}) test::write_file(folder_.file(name), {});
    kept_.keep(folder_.file("made.tif"));
    kept_.keep(folder_.file("missing.tif"));
  }

  Status check(const std::vector<std::string>& names) const {
    std::vector<std::string> targets;
    for (const std::string& name : names) targets.push_back(folder_.file(name));
    const std::vector<std::string> read{folder_.file("page.tif")};
    return check_targets(targets, &kept_, read);
  }

  test::TempFolder folder_;
  KeptFiles kept_;
};

TEST_F(Targets, MayBeNewOrReplaceWhatNobodyKeeps) {
  EXPECT_TRUE(check({"new.tif", "other.tif", "missing.tif"}).ok());
}

TEST_F(Targets, AreNoFilesThatAreKeptOrRead) {
  EXPECT_FALSE(check({"new.tif", "made.tif"}).ok());
  EXPECT_FALSE(check({"./made.tif"}).ok());
  EXPECT_FALSE(check({"page.tif"}).ok());
}

TEST_F(Targets, AreNamedWithTheFilesTheyCollideWith) {
  fs::create_directory(folder_.file("plates"));
  fs::create_symlink("..", folder_.file("plates/up"));
  const std::string replaced = check({"plates/up/page.tif"}).error().message;
  EXPECT_THAT(replaced, HasSubstr(folder_.file("plates/up/page.tif") + " would be replaced"));
  EXPECT_THAT(replaced, HasSubstr("(as " + folder_.file("page.tif") + ")"));
  const std::string twice = check({"new.tif", "./new.tif"}).error().message;
  EXPECT_THAT(twice, HasSubstr(folder_.file("./new.tif") + " would be made twice (as " + folder_.file("new.tif")));
  for (const std::string& message : {replaced, twice, check({"made.tif"}).error().message})
    EXPECT_THAT(message, AllOf(HasSubstr("; choose another name or folder for it"), Not(HasSubstr("preview"))));
}

TEST_F(Targets, AreDifferentFiles) {
  EXPECT_FALSE(check({"new.tif", "new.tif"}).ok());
  EXPECT_FALSE(check({"new.tif", "./new.tif"}).ok());
}

}  // namespace
}  // namespace platerip::rip
