// Places where the plates cannot be written: one line says so, and no piece of a plate is left.
#include <unistd.h>

#include <filesystem>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/rip/mounts.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;

const BlockPage large{.blocks = {{30, 90, 160}, {200, 130, 90}}, .block_size = 1000};  // plates of 250 KB

class BadPlaces : public PlateripTest {
 protected:
  BadPlaces() {
    write_page(file("page.tif"), large);
    fs::create_directory(file("plates"));
  }

  void expect_only_the_page() const { EXPECT_EQ(files(), std::set<std::string>{"page.tif"}); }
};

TEST_F(BadPlaces, FullDisk) {
  const Mount disk(file("plates"), "size=64k");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  expect_complaint(platerip({"-o", "plates", "page.tif"}), 1, {"plates/page.", ".tif", "No space left"});
  expect_only_the_page();

  write_page(file("page.tif"), gray_ramp(2));
  expect_done(platerip({"-o", "plates", "page.tif"}));
  EXPECT_EQ(files().size(), 5u);
}

TEST_F(BadPlaces, DiskThatFillsWithTheLastPlate) {
  const Mount disk(file("plates"), "size=900k");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  expect_complaint(platerip({"-o", "plates", "page.tif"}), 1, {"plates/page.", "No space left"});
  expect_only_the_page();
}

TEST_F(BadPlaces, FullDiskForThePreview) {
  const Mount disk(file("proofs"), "size=8k");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  expect_complaint(platerip({"--preview", "proofs/proof.png", "page.tif"}), 1, {"proofs/proof.png", "No space left"});
  expect_only_the_page();
}

TEST_F(BadPlaces, FilesThatMayNotGrow) {
  Command limited = command({"-o", "plates", "page.tif"});
  limited.largest_file = 100'000;
  expect_complaint(run(limited), 1, {"plates/page."});
  expect_only_the_page();
  expect_done(platerip({"-o", "plates", "page.tif"}));
  EXPECT_EQ(files().size(), 5u);
}

TEST_F(BadPlaces, ReadOnlyFileSystem) {
  Mount disk(file("plates"), "size=1m");
  if (!disk.ok()) GTEST_SKIP() << "no read-only file system was tried: " << disk.error();
  ASSERT_TRUE(disk.make_read_only());
  expect_complaint(platerip({"-o", "plates", "page.tif"}), 1, {"plates/page.Cyan.tif", "Read-only"});
  expect_complaint(platerip({"-o", "plates/new", "page.tif"}), 1, {"plates/new"});
  expect_only_the_page();
}

TEST_F(BadPlaces, FolderWithoutPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere: see ReadOnlyFileSystem";
  fs::permissions(file("plates"), fs::perms::owner_read | fs::perms::owner_exec);
  expect_complaint(platerip({"-o", "plates", "page.tif"}), 1, {"plates/page.Cyan.tif", "Permission denied"});
  fs::permissions(file("plates"), fs::perms::owner_all);
  expect_only_the_page();
}

TEST_F(BadPlaces, FolderUnderTheNameOfAPlate) {
  fs::create_directory(file("plates/page.Yellow.tif"));
  expect_complaint(platerip({"-o", "plates", "page.tif"}), 1, {"plates/page.Yellow.tif"});
  expect_only_the_page();
}

TEST_F(BadPlaces, PreviewInAFolderThatIsNotThere) {
  expect_complaint(platerip({"--preview", "nowhere/proof.png", "page.tif"}), 1, {"nowhere/proof.png"});
  expect_only_the_page();
}

}  // namespace
}  // namespace platerip::test
