// Pages that were cut off in the middle, and go on from a checkpoint.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "tests/rip/block_page.h"
#include "tests/rip/runs/book_command.h"
#include "tests/sanitized.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;
using std::chrono::microseconds;

constexpr const char* checkpoint = "out/.page.checkpoint";

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class CheckpointOption : public BookTest {
 protected:
  CheckpointOption() { draw("page.tif", "1"); }

  void draw(const std::string& name, const std::string& seed, const std::string& width = "900") const {
    const Words words{MAKE_PAGE_PROGRAM, name,    "--width", width, "--height", "1500",
                      "--content",       "noise", "--seed",  seed};
    const Outcome drawn = run({.words = words, .folder = file(".")});
    ASSERT_EQ(drawn.status, 0) << drawn.err;
  }

  /// A run that writes a checkpoint after every strip.
  static Words noting(const Words& settings) {
    return joined({"page.tif", "-o", "out", "--strip-rows", "64", "--checkpoint", "0"}, settings);
  }

  /// Stops such a run in the middle of the page, when a plate has that many bytes in its file.
  void cut_off(const Words& settings, int signal, std::uintmax_t bytes = 0) const {
    Process process(command(noting(settings)));
    const auto is_there = [&](const std::string& name, std::uintmax_t least) {
      std::error_code none_yet;
      const std::uintmax_t size = fs::file_size(file(name), none_yet);
      return !none_yet && size >= least;
    };
    while (!process.ended() && !(is_there(checkpoint, 1) && is_there("out/.page.Black.tif.part", bytes)))
      std::this_thread::sleep_for(microseconds(500));
    process.send(signal);
    const Outcome outcome = process.wait();
    ASSERT_NE(outcome.status, 0) << "it ended before it was cut off";
    ASSERT_TRUE(fs::exists(file(checkpoint)));
  }

  /// What an undisturbed run makes.
  Contents expected(const Words& settings) const {
    expect_done(platerip(joined({"page.tif", "-o", "expected", "--manifest"}, settings)));
    return in("expected");
  }

  /// Ends the page. Returns the messages.
  std::string ended(const Words& settings) const {
    const Outcome outcome = platerip(joined({"page.tif", "-o", "out", "--checkpoint", "600", "--verbose"}, settings));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  }

  std::mt19937_64 random_{test_seed()};
};

constexpr const char* went_on = "where an earlier run was cut off";

TEST_F(CheckpointOption, GoesOnWherePagesWereCutOff) {
  for (const Words& settings :
       {Words{"--halftone", "floyd-steinberg"}, Words{"--halftone", "stucki", "--compression", "g4"},
        Words{"--halftone", "tone", "--compression", "deflate", "--threads", "3"}, Words{"--inks", "even"},
        Words{"--light", "K=Gray:0.5,Light Gray:0.2", "--light", "C=Light Cyan:0.3", "--compression", "lzw"},
        Words{"--halftone", "fan", "--levels", "4", "--compression", "zstd"},
        Words{"--halftone", "bayer", "--invert", "--compression", "packbits"},
        Words{"--halftone", "dbs", "--quality", "draft"}, Words{"--halftone", "am", "--ink-limit", "250"}}) {
    const std::string named = testing::PrintToString(settings);
    const Contents all = expected(settings);
    cut_off(settings, random_() % 2 == 0 ? SIGKILL : SIGTERM);
    for (const auto& [name, digest] : in("out")) EXPECT_TRUE(name.starts_with(".")) << name << " is not complete";
    EXPECT_THAT(ended(settings), HasSubstr(went_on)) << named;
    EXPECT_EQ(in("out"), all) << named;
    fs::remove_all(file("out"));
    fs::remove_all(file("expected"));
  }
}

// Also while a checkpoint is being written, and while plates get their names.
TEST_F(CheckpointOption, SurvivesAnyMoment) {
  const char* const given = std::getenv("PLATERIP_KILLS");
  const int wanted = given == nullptr ? 20 : std::stoi(given);
  const Words settings{"--compression", "lzw"};
  const Contents all = expected(settings);
  const auto start = std::chrono::steady_clock::now();
  expect_done(platerip(noting(settings)));
  const auto longest = std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - start);
  fs::remove_all(file("out"));
  for (int kills = 0; kills < wanted;) {
    Process process(command(noting(settings)));
    std::this_thread::sleep_for(microseconds(random_() % static_cast<std::uint64_t>(longest.count())));
    process.send(SIGKILL);
    const bool is_killed = process.wait().signal == SIGKILL;
    kills += is_killed ? 1 : 0;
    for (const auto& [name, digest] : in("out"))
      ASSERT_TRUE(name.starts_with(".") || digest == all.at(name)) << name << " has its name too early";
    if (is_killed && kills % 4 != 0) continue;
    ended(settings);
    ASSERT_EQ(in("out"), all);
    fs::remove_all(file("out"));
  }
}

TEST_F(CheckpointOption, TrustsNothingThatIsNotWhole) {
  draw("page.tif", "1", "9000");
  const Contents all = expected({});
  const std::string part = file("out/.page.Black.tif.part");
  const auto edit = [](const std::string& path) {
    std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(100).put('\x5a').put('\xa5');
  };
  const std::vector<std::function<void()>> damages{
      [&] { fs::resize_file(file(checkpoint), fs::file_size(file(checkpoint)) - 1); },
      [&] { edit(file(checkpoint)); },
      [&] { fs::resize_file(part, 1000); },
      [&] { edit(part); },
      [&] { fs::remove(part); },
      [&] { fs::create_hard_link(part, file("elsewhere")); }};
  for (const auto& damage : damages) {
    cut_off({}, SIGTERM, 1000);
    damage();
    EXPECT_THAT(ended({}), Not(HasSubstr(went_on)));
    EXPECT_EQ(in("out"), all);
    fs::remove_all(file("out"));
  }
}

TEST_F(CheckpointOption, TrustsNothingOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "NOT TESTED: only root can give files to another user";
  const Contents all = expected({});
  for (const std::string& path : {file(checkpoint), file("out/.page.Black.tif.part")}) {
    cut_off({}, SIGTERM);
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_THAT(ended({}), Not(HasSubstr(went_on))) << path;
    EXPECT_EQ(in("out"), all);
    fs::remove_all(file("out"));
  }
}

// Only the first row is dark, which is above the place where the page is cut off.
TEST_F(CheckpointOption, KnowsTheInkAboveThePlaceWhereItGoesOn) {
  constexpr std::size_t width = 900, height = 1500;
  std::ofstream page(file("page.tif"), std::ios::binary);
  page << "P5 " << width << ' ' << height << " 255\n" << std::string(width, '\0');
  for (std::size_t row = 1; row < height; ++row) page << std::string(width, static_cast<char>(row < 700 ? 180 : 250));
  page.close();
  const auto summary_of = [&](const std::string& folder) {
    const Outcome outcome = platerip({"page.tif", "-o", folder, "--checkpoint", "600", "--summary", "json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto summary = nlohmann::json::parse(outcome.out);
    std::vector<double> facts{summary["total_ink"]["max_percent"], summary["total_ink"]["mean_percent"]};
    for (const auto& plate : summary["plates"]) facts.push_back(plate["coverage_percent"]);
    return facts;
  };
  const std::vector<double> whole = summary_of("expected");
  EXPECT_GT(whole.front(), 250);
  cut_off({}, SIGKILL);
  EXPECT_EQ(summary_of("out"), whole);
}

TEST_F(CheckpointOption, RefusesOtherSettings) {
  cut_off({}, SIGKILL);
  const Contents before = in("out");
  expect_complaint(platerip(noting({"--halftone", "bayer"})), 1, {"page.tif", "--halftone", "--resume"});
  expect_complaint(platerip(noting({"--planes", "K"})), 1, {"page.tif", "--planes", "--resume"});
  EXPECT_EQ(in("out"), before);
  EXPECT_THAT(ended({"--threads", "1", "--backend", "reference"}), HasSubstr(went_on)) << "the plates are the same";
}

TEST_F(CheckpointOption, MakesPagesAnewThatHaveChanged) {
  cut_off({}, SIGKILL);
  draw("page.tif", "2");
  const Contents all = expected({});
  EXPECT_THAT(ended({}), Not(HasSubstr(went_on)));
  EXPECT_EQ(in("out"), all);
}

TEST_F(CheckpointOption, GoesWithItsPlates) {
  for (const Words& words : {Words{"page.tif", "-o", "out"}, Words{"page.tif", "-o", "out", "--resume"}}) {
    cut_off({}, SIGKILL);
    expect_done(platerip(words));
    EXPECT_FALSE(fs::exists(file(checkpoint)));
    fs::remove_all(file("out"));
  }
  cut_off({}, SIGKILL);
  fs::copy_file(file(checkpoint), file("kept"));
  ended({});
  fs::rename(file("kept"), file(checkpoint));  // as if the run had been killed right after the plates got their names
  EXPECT_THAT(ended({}), HasSubstr("1 of 1 pages were already finished"));
  EXPECT_FALSE(fs::exists(file(checkpoint)));
}

TEST_F(CheckpointOption, IsNotDisturbedByAnotherRun) {
  Process first(command(noting({})));
  while (!first.ended() && !fs::exists(file(checkpoint))) std::this_thread::sleep_for(microseconds(500));
  first.send(SIGSTOP);
  for (const Words& words : {Words{"page.tif", "-o", "out"}, noting({})})
    expect_complaint(platerip(words), 1, {"page.Cyan.tif", "another platerip"});
  first.send(SIGKILL);
  first.wait();
  EXPECT_THAT(ended({}), HasSubstr(went_on));
  EXPECT_EQ(in("out"), expected({}));
}

TEST_F(CheckpointOption, GoesOnAfterAFullDisk) {
  const Contents all = expected({"--compression", "g4"});
  Command limited = command(noting({"--compression", "g4"}));
  limited.largest_file = 60'000;
  expect_complaint(run(limited), 1, {"too large"});
  ASSERT_TRUE(fs::exists(file(checkpoint)));
  EXPECT_THAT(ended({"--compression", "g4"}), HasSubstr(went_on));
  EXPECT_EQ(in("out"), all);
}

// After a power failure, a checkpoint must not tell of rows that the disk does not have.
TEST_F(CheckpointOption, AppearsWhenThePlatesAreOnDisk) {
  if (sanitized) GTEST_SKIP() << "NOT TESTED: a sanitizer must be loaded first";
  Command command = this->command(noting({}));
  command.environment = {{"LD_PRELOAD", RECORD_SYNCS}, {"RECORD_SYNCS_TO", file("syncs")}};
  expect_done(run(command));
  std::ifstream lines(file("syncs"));
  std::set<std::string> on_disk;
  int checkpoints = 0;
  for (std::string what, name; lines >> what >> name;) {
    if (what == "sync") on_disk.insert(name);
    if (what != "name" || name != ".page.checkpoint") continue;
    ++checkpoints;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "Black"})
      EXPECT_TRUE(on_disk.contains(std::string(".page.") + ink + ".tif.part")) << ink << ", checkpoint " << checkpoints;
    EXPECT_TRUE(on_disk.contains("..page.checkpoint.part")) << "checkpoint " << checkpoints;
    EXPECT_TRUE(checkpoints > 1 || on_disk.contains("out")) << "the files' names must be on disk, too";
    on_disk.clear();
  }
  EXPECT_GT(checkpoints, 5);
}

TEST_F(CheckpointOption, LeavesOnePageAtATime) {
  write_book("book.tif", 3);
  const Words words{"book.tif", "page.tif", "-o", "out", "--strip-rows", "64", "--checkpoint", "0"};
  Process process(command(words));
  while (!process.ended() && !fs::exists(file(checkpoint))) std::this_thread::sleep_for(microseconds(500));
  process.send(SIGKILL);
  process.wait();
  expect_done(platerip({"book.tif", "page.tif", "-o", "expected", "--manifest"}));
  const Outcome outcome = platerip(joined(words, {"--verbose"}));
  EXPECT_THAT(outcome.err, HasSubstr("3 of 4 pages were already finished"));
  EXPECT_EQ(in("out"), in("expected"));
}

TEST_F(CheckpointOption, IsForPlateFilesOnCores) {
  expect_complaint(platerip(noting({"--preview", "proof.png"})), 2, {"--checkpoint", "preview"});
  expect_complaint(platerip(noting({"--report", "report.html"})), 2, {"--checkpoint", "report"});
  expect_complaint(platerip(noting({"--ppf", "page.ppf"})), 2, {"--checkpoint", "ink preview"});
  expect_complaint(platerip({"page.tif", "-o", "-", "--checkpoint", "1"}), 2, {"--checkpoint", "-o"});
  expect_complaint(platerip({"-", "-o", "out", "--checkpoint", "1"}), 2, {"--checkpoint", "files"});
  for (const char* word : {"-1", "x", "1e9", "nan"})
    expect_complaint(platerip({"page.tif", "-o", "out", std::string("--checkpoint=") + word}), 2, {"--checkpoint"});
  EXPECT_FALSE(fs::exists(file("out")));
}

}  // namespace
}  // namespace platerip::test
