// A run that is stopped in the middle of a page: no plate has its final name, and the next run is not hindered.
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/rip/large_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;

class Interruption : public PlateripTest {
 protected:
  // A page that takes far longer than the signal needs to arrive.
  Interruption() { write_sparse_page(file("page.tif"), 30'000, 30'000); }

  /// Waits until the first rows of the last plate have been written.
  void wait_for_plates(Process& process) const {
    const std::string part = file(".page.Black.tif.part");
    std::error_code none_yet;
    while (!process.ended()) {
      const std::uintmax_t size = fs::file_size(part, none_yet);
      if (!none_yet && size > 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    FAIL() << "the program ended before it was interrupted: " << process.wait().err;
  }

  Outcome interrupted_by(int signal) const {
    Process process(command({"page.tif"}));
    wait_for_plates(process);
    process.send(signal);
    return process.wait();
  }

  /// Expects that a small page of the same name is made as if nothing had happened.
  void expect_next_run_succeeds() const {
    write_page(file("page.tif"), gray_ramp(2));
    expect_done(platerip({"page.tif"}));
    auto expected = four_plates("page");
    expected.insert("page.tif");
    EXPECT_EQ(files(), expected);
    EXPECT_EQ(plate("page.Black.tif").width, 128u);
  }
};

TEST_F(Interruption, ByTerm) {
  expect_complaint(interrupted_by(SIGTERM), 143, {"page.tif", "SIGTERM"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  expect_next_run_succeeds();
}

// `timeout` sends one signal to its child and one to the child's group.
TEST_F(Interruption, ByTermTwiceAtOnce) {
  for (const auto between : {std::chrono::microseconds(0), std::chrono::microseconds(300)}) {
    Process process(command({"page.tif"}));
    wait_for_plates(process);
    process.send(SIGTERM);
    std::this_thread::sleep_for(between);
    process.send(SIGTERM);
    expect_complaint(process.wait(), 143, {"page.tif", "SIGTERM"});
    EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  }
}

TEST_F(Interruption, ByInt) {
  expect_complaint(interrupted_by(SIGINT), 130, {"page.tif", "SIGINT"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(Interruption, ByHangup) {
  expect_complaint(interrupted_by(SIGHUP), 129, {"page.tif", "SIGHUP", "no plates of this page were made"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  expect_next_run_succeeds();
}

TEST_F(Interruption, ByAPipeWhoseReaderHasGoneUnlessThatIsToBeIgnored) {
  for (const auto& [first, status] : {std::pair("", 141), {"trap '' PIPE; ", 1}}) {
    const std::string line = std::string(first) + "\"$0\" page.tif -o - | head -c 1000 > part; exit ${PIPESTATUS[0]}";
    const Outcome outcome =
        run({.words = {"/bin/bash", "-c", line, PLATERIP_PROGRAM}, .folder = folder_.path().string()});
    expect_complaint(outcome, status, {"standard output", "its reader has ended"});
  }
}

TEST_F(Interruption, ByNoSignalIsNotToldInTheStatus) {
  expect_complaint(platerip({"missing.tif"}), 1, {"missing.tif"});
}

TEST_F(Interruption, ByKill) {
  const Outcome outcome = interrupted_by(SIGKILL);
  EXPECT_EQ(outcome.signal, SIGKILL);
  for (const std::string& name : four_plates("page")) EXPECT_FALSE(fs::exists(file(name))) << name;
  expect_next_run_succeeds();
}

TEST_F(Interruption, ByTermEndsTheBatch) {
  write_page(file("next.tif"), gray_ramp(2));
  Process process(command({"page.tif", "next.tif"}));
  wait_for_plates(process);
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"page.tif", "SIGTERM"});
  EXPECT_EQ(files(), (std::set<std::string>{"next.tif", "page.tif"}));
}

TEST_F(Interruption, KeepsThePlatesOfAnEarlierRun) {
  for (const std::string& name : four_plates("page")) write_page(file(name), gray_ramp(2));
  const auto before = read_file(file("page.Cyan.tif"));
  expect_complaint(interrupted_by(SIGTERM), 143, {"page.tif"});
  EXPECT_EQ(read_file(file("page.Cyan.tif")), before);
}

TEST_F(Interruption, ByASecondRunOfTheSamePageIsRefused) {
  Process first(command({"page.tif"}));
  wait_for_plates(first);
  expect_complaint(platerip({"page.tif"}), 1, {"page.Cyan.tif", "another platerip"});
  EXPECT_FALSE(first.ended());
  first.send(SIGTERM);
  expect_complaint(first.wait(), 143, {"SIGTERM"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(Interruption, ByASignalThatItWasToldToIgnoreIsNone) {
  Command nohup = command({"page.tif"});
  nohup.words = {"/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"", PLATERIP_PROGRAM, "page.tif"};
  Process process(nohup);
  wait_for_plates(process);
  process.send(SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_FALSE(process.ended());
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"SIGTERM"});
}

}  // namespace
}  // namespace platerip::test
