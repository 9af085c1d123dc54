// Places where plates cannot be written: one line says so, and no part of a plate is left.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/rip/mounts.h"
#include "tests/tiffio/test_page.h"

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

// A preview is written at the end, an ink preview while the page is made.
TEST_F(BadPlaces, FullDiskForProofs) {
  const Mount disk(file("proofs"), "size=8k");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  for (const auto& [option, path] : {std::pair{"--preview", "proofs/proof.png"}, {"--ppf", "proofs/page.ppf"}}) {
    expect_complaint(platerip({option, path, "--resolution", "300", "page.tif"}), 1, {path, "No space left"});
    expect_only_the_page();
  }
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

/// Runs `platerip` with these arguments and with its standard streams redirected by the shell.
class BadStreams : public BadPlaces {
 protected:
  [[nodiscard]] Outcome platerip_with(const std::string& redirection, std::vector<std::string> arguments) const {
    Command shell = command({});
    shell.words = {"/bin/bash", "-c", "set -o pipefail; { sleep 0.2; \"$0\" \"$@\"; } " + redirection,
                   PLATERIP_PROGRAM};
    shell.words.insert(shell.words.end(), arguments.begin(), arguments.end());
    return run(shell);
  }
};

TEST_F(BadStreams, FullDiskForTheSummary) {
  write_page(file("next.tif"), gray_ramp(2));
  const Outcome outcome = platerip_with(">/dev/full", {"--summary", "json", "page.tif", "next.tif"});
  expect_complaint(outcome, 1, {"standard output", "No space left", "summaries are lost"});
  EXPECT_EQ(files().size(), 2u + 2 * 4);
}

TEST_F(BadStreams, FullDiskForTheHelp) {
  expect_complaint(platerip_with(">/dev/full", {"--help"}), 1, {"standard output", "No space left"});
  expect_complaint(platerip_with(">/dev/full", {"--version"}), 1, {"standard output", "No space left"});
}

TEST_F(BadStreams, PipeThatNobodyReads) {
  write_page(file("next.tif"), gray_ramp(2));
  const Outcome outcome = platerip_with("| exec true", {"--summary", "text", "page.tif", "next.tif"});
  expect_complaint(outcome, 141, {"standard output", "Broken pipe"});
  EXPECT_EQ(files().size(), 2u + 2 * 4);
  expect_done(platerip_with("2> >(exec true)", {"--progress", "always", "page.tif"}));
}

TEST_F(BadStreams, ClosedOnesDoNotBecomePlates) {
  expect_done(platerip({"page.tif"}));
  const auto before = read_file(file("page.Cyan.tif"));
  const Outcome outcome =
      platerip_with("<&- >&- 2>&-", {"--progress", "always", "--summary", "text", "--verbose", "page.tif"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(read_file(file("page.Cyan.tif")), before);
}

TEST_F(BadPlaces, ThePageItself) {
  fs::rename(file("page.tif"), file("page.png"));  // still a TIFF
  const auto before = read_file(file("page.png"));
  expect_complaint(platerip({"--preview", "page.png", "page.png"}), 1, {"page.png", "would be replaced"});
  fs::create_directory_symlink(".", file("here"));
  expect_complaint(platerip({"--preview", "here/page.png", "page.png"}), 1, {"page.png", "would be replaced"});
  EXPECT_EQ(read_file(file("page.png")), before);
  EXPECT_FALSE(fs::exists(file("page.Cyan.tif")));
}

TEST_F(BadPlaces, AnotherPageOfTheRun) {
  write_page(file("page.Cyan.tif"), gray_ramp(2));
  const auto before = read_file(file("page.Cyan.tif"));
  for (const auto& order :
       {std::vector<std::string>{"page.tif", "page.Cyan.tif"}, std::vector<std::string>{"page.Cyan.tif", "page.tif"}}) {
    expect_complaint(platerip(order), 1, {"page.tif: page.Cyan.tif would be replaced"});
    EXPECT_EQ(read_file(file("page.Cyan.tif")), before);
    EXPECT_FALSE(fs::exists(file("page.Black.tif")));
    EXPECT_TRUE(fs::exists(file("page.Cyan.Black.tif")));
  }
}

TEST_F(BadPlaces, AProfileOrACurveOfTheRun) {
  const made::Bytes press = made::press();  // it contains the time at which it was made
  write_file(file("press.png"), press);
  std::ofstream(file("curve.png")) << "50 40\n100 100\n";
  expect_complaint(platerip({"--profile", "press.png", "--preview", "press.png", "page.tif"}), 1, {"press.png"});
  expect_complaint(platerip({"--curve", "C=curve.png", "--preview", "curve.png", "page.tif"}), 1, {"curve.png"});
  EXPECT_EQ(read_file(file("press.png")), press);
  EXPECT_EQ(files(), (std::set<std::string>{"curve.png", "page.tif", "press.png"}));
}

TEST_F(BadPlaces, AWorkingFolderThatIsGone) {
  Command gone = command({});
  gone.words = {"/bin/sh", "-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" \"$@\"", PLATERIP_PROGRAM};
  gone.words.insert(gone.words.end(), {"-o", "plates", file("page.tif")});
  expect_complaint(run(gone), 1, {"plates: cannot be made", "No such file"});
  gone.words = {"/bin/sh", "-c", gone.words[2], PLATERIP_PROGRAM, file("page.tif")};
  expect_done(run(gone));
}

}  // namespace
}  // namespace platerip::test
