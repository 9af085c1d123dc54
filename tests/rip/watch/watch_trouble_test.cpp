// Hot folders in trouble: full disks, folders that cannot be written, shares that go and come back, services that end.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/rip/large_page.h"
#include "tests/rip/mounts.h"
#include "tests/rip/watch/watch_test.h"
#include "tests/sanitized.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using testing::HasSubstr;

class HotFoldersInTrouble : public WatchTest {
 protected:
  /// Puts a page into in/ that takes seconds, and waits until its plates are being made.
  void begin_large_page(const std::string& queue, std::uint32_t side = 16'000) const {
    write_sparse_page(file("large.tif"), side, side);
    fs::create_directories(file(queue + "/in"));
    fs::rename(file("large.tif"), file(queue + "/in/large.tif"));
    wait_until([&] { return !plates_in_work(queue).empty(); }, "plates in work");
  }
  /// The folders of pages in work.
  [[nodiscard]] Names work_folders(const std::string& queue) const {
    Names folders;
    for (const std::string& service : names(queue + "/work")) {
      for (const std::string& job : names(queue + "/work/" + service)) {
        const std::string folder = queue + "/work/" + service + "/" + job;
        if (fs::is_directory(file(folder))) folders.insert(folder);
      }
    }
    return folders;
  }
  /// The files of plates that are being made.
  [[nodiscard]] Names plates_in_work(const std::string& queue) const {
    Names found;
    for (const std::string& folder : work_folders(queue)) found.merge(names(folder + "/plates"));
    return found;
  }
  /// The path of the large page in work.
  [[nodiscard]] std::string large_page_in_work(const std::string& queue) const {
    for (const std::string& folder : work_folders(queue)) {
      if (has(folder + "/to-make/large.tif")) return folder + "/to-make/large.tif";
    }
    return "";
  }
};

TEST_F(HotFoldersInTrouble, WaitWhileTheDiskIsFull) {
  const Mount disk(file("q"), "size=4m");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  queue("q");
  const auto service = start({"q"});
  write("q/filler", std::string(900 << 10, 'x'));
  write("page.ppm", page(1, 1000));  // 2.9 MiB, and 0.5 MiB of plates
  write("q/in/page.ppm", page(1, 1000));
  wait_for_message(*service, "q: waits: ");
  EXPECT_THAT(service->err(), HasSubstr("No space left on device"));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_EQ(names("q/failed"), Names());
  EXPECT_EQ(names("q/out"), Names());
  fs::remove(file("q/filler"));
  wait_for("q/done/page.ppm");
  wait_for_message(*service, "q: goes on");
  EXPECT_EQ(in("q/out/page"), by_command("page.ppm"));
  end(*service);
}

TEST_F(HotFoldersInTrouble, WaitWhileTooLittleIsFree) {
  const Mount disk(file("q"), "size=8m");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  queue("q", "--min-free 4M");
  write("q/filler", std::string(5 << 20, 'x'));
  const auto service = start({"q"});
  wait_for_message(*service, "less than 4 MiB are free");
  write("q/in/page.ppm", page(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  EXPECT_EQ(names("q/in"), Names{"page.ppm"});
  fs::remove(file("q/filler"));
  wait_for("q/done/page.ppm");
  wait_for_message(*service, "q: goes on");
  EXPECT_EQ(service->err().find("waits"), service->err().rfind("waits")) << "told more than once";
  end(*service);
}

TEST_F(HotFoldersInTrouble, KeepWhatTheirLimitsAllow) {
  queue("q", "--keep-done 1h,1K --keep-failed 1s");
  const auto service = start({"q"});
  hand_over("q/in/bad.ppm", "no page");
  for (const std::string name : {"a", "b", "c"}) {
    hand_over("q/in/" + name + ".ppm", page(1));  // of 781 bytes
    wait_for("q/out/" + name);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  wait_until([&] { return names("q/done") == Names{"c.ppm"}; }, "the newest page alone");
  wait_until([&] { return names("q/failed").empty(); }, "an empty failed/");
  EXPECT_EQ(names("q/out"), (Names{"a", "b", "c"}));
}

TEST_F(HotFoldersInTrouble, NeedNoClock) {
  queue("q", "--keep-done 14d --keep-failed 14d");
  Command words = command({"watch", "--look", "0.1", "--steady", "0.5", "--retry", "0.3", "q"});
  words.environment = {{"LD_PRELOAD", BACKWARDS_CLOCK}};
  if (sanitized) GTEST_SKIP() << "sanitizers want to be loaded first";
  write("q/in/before.ppm", page(1));
  Process service(words);
  wait_for("q/done/before.ppm");
  fs::remove_all(file("q/done"));
  write("q/done", "a file in its place");
  hand_over("q/in/page.ppm", page(2));
  wait_for_message(service, "page.ppm: waits: ");
  fs::remove(file("q/done"));
  wait_for("q/done/page.ppm");
  std::ofstream open_file(file("q/in/open.ppm"), std::ios::binary);
  open_file << page(3) << std::flush;
  wait_for("q/done/open.ppm");
  hand_over("q/in/bad.ppm", "no page");
  wait_for("q/failed/bad.ppm");
  end(service);
}

TEST_F(HotFoldersInTrouble, DeliverPlatesOnceWhenDoneCannotBeWritten) {
  queue("q");
  const auto service = start({"q"});
  fs::remove(file("q/done"));
  write("q/done", "a file in its place");
  hand_over("q/in/page.ppm", page(1));
  wait_for_message(*service, "q: page.ppm: waits: ");
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_EQ(names("q/out"), Names{"page"});
  fs::remove(file("q/done"));
  wait_for("q/done/page.ppm");
  wait_for_message(*service, "delivered before");
  EXPECT_EQ(service->err().find("page.ppm: waits"), service->err().rfind("page.ppm: waits")) << "told more than once";
  EXPECT_EQ(names("q/out"), Names{"page"});
  expect_nothing_left("q");
}

TEST_F(HotFoldersInTrouble, KeepPlatesWhenOutCannotBeWritten) {
  queue("q");
  write("q/out", "a file in its place");
  const auto service = start({"q"});
  hand_over("q/in/page.ppm", page(1));
  wait_for_message(*service, "q: waits: ");
  fs::remove(file("q/out"));
  wait_for("q/done/page.ppm");
  EXPECT_EQ(names("q/out/page"), four_plates("page"));
}

TEST_F(HotFoldersInTrouble, DeliverToAnotherDisk) {
  const Mount disk(file("far"), "size=4m");
  if (!disk.ok()) GTEST_SKIP() << "no other disk was tried: " << disk.error();
  queue("q", "-o ../far/plates");
  queue("flat", "-o ../far/flat --flat");
  const auto service = start({"q", "flat"});
  write("page.ppm", page(1));
  for (const std::string number : {"", "-2"}) {
    hand_over("q/in/page.ppm", page(1));
    wait_for("q/done/page" + number + ".ppm");
    EXPECT_EQ(in("far/plates/page" + number), by_command("page.ppm"));
  }
  hand_over("flat/in/page.ppm", page(1));
  wait_for("flat/done/page.ppm");
  EXPECT_EQ(in("far/flat"), by_command("page.ppm"));
  EXPECT_EQ(names("far/plates"), (Names{"page", "page-2"}));
  expect_nothing_left("q");
  end(*service);
}

TEST_F(HotFoldersInTrouble, WaitForAShareThatIsGone) {
  queue("q");
  const auto service = start({"q"});
  begin_large_page("q");
  fs::rename(file("q"), file("gone"));
  wait_for_message(*service, "queue.conf: cannot be found");
  hand_over("gone/in/page.ppm", page(1));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  fs::rename(file("gone"), file("q"));
  wait_for("q/done/page.ppm");
  wait_for("q/done/large.tif");
  EXPECT_EQ(names("q/out"), (Names{"large", "page"}));
  EXPECT_EQ(names("q/out/large"), four_plates("large"));
  expect_nothing_left("q");
}

TEST_F(HotFoldersInTrouble, MakeAPageAgainThatChangedWhileItWasRead) {
  queue("q");
  const auto service = start({"q"});
  begin_large_page("q");
  {
    std::fstream page(file(large_page_in_work("q")), std::ios::binary | std::ios::in | std::ios::out);
    page.seekp(-300, std::ios::end);
    page << std::string(300, '\xff');
  }
  wait_for_message(*service, "it changed while it was read");
  wait_for("q/done/large.tif");
  EXPECT_EQ(in("q/out/large"), by_command("q/done/large.tif"));
}

TEST_F(HotFoldersInTrouble, PutPagesBackWhenTheServiceEnds) {
  queue("q");
  const auto service = start({"q"});
  begin_large_page("q");
  const Outcome outcome = end(*service);
  EXPECT_THAT(outcome.err, HasSubstr("large.tif: put back"));
  EXPECT_EQ(names("q/in"), Names{"large.tif"});
  EXPECT_EQ(names("q/work"), Names());
  EXPECT_EQ(names("q/out"), Names());
}

TEST_F(HotFoldersInTrouble, GoOnWithCheckpointsAfterAnEnd) {
  queue("q", "--checkpoint 0 --threads 1");
  {
    const auto service = start({"q"});
    begin_large_page("q");
    wait_until([&] { return plates_in_work("q").contains(".large.checkpoint"); }, "a checkpoint");
    end(*service);
    EXPECT_EQ(names("q/in"), Names());
    EXPECT_NE(large_page_in_work("q"), "");
  }
  const auto service = start({"q"});
  wait_for_message(*service, "large.tif: taken over");
  wait_for("q/done/large.tif");
  Contents made = in("q/out/large");
  EXPECT_EQ(made.erase("large.plates.json"), 1u);
  EXPECT_EQ(made, by_command("q/done/large.tif"));
  expect_nothing_left("q");
}

// Two books of PDF are smaller than many a page, and would take all places.
TEST_F(HotFoldersInTrouble, MakeSmallPagesWhileBooksAreMade) {
  if (!fs::exists("/usr/bin/gs")) GTEST_SKIP() << "NOT TESTED: there is no Ghostscript; install ghostscript";
  queue("q", "--pdf-resolution 36");
  std::string book = "%!PS\n<< /PageSize [144 144] >> setpagedevice\n";
  for (int page = 0; page < 20; ++page) book += "10 10 50 50 rectfill showpage\n";
  hand_over("q/in/one.ps", book);
  hand_over("q/in/other.ps", book);
  const auto service = start({"--jobs", "2", "q"});
  wait_until([&] { return !plates_in_work("q").empty(); }, "plates in work");
  hand_over("q/in/small.ppm", page(1));
  wait_for("q/done/small.ppm");
  EXPECT_EQ(names("q/done"), Names{"small.ppm"});
  end(*service);
  EXPECT_EQ(names("q/in"), (Names{"one.ps", "other.ps"}));
}

TEST_F(HotFoldersInTrouble, MakeSmallPagesWhileALargeOneIsMade) {
  queue("q");
  const auto service = start({"q"});
  begin_large_page("q");
  hand_over("q/in/small.ppm", page(1));
  wait_for("q/done/small.ppm");
  EXPECT_NE(large_page_in_work("q"), "");
}

TEST_F(HotFoldersInTrouble, CancelAPageInWork) {
  queue("q");
  const auto service = start({"--status", "state.json", "q"});
  begin_large_page("q", 30'000);
  wait_for("state.json");
  wait_until(
      [&] {
        const auto state = nlohmann::json::parse(text("state.json"), nullptr, false);
        return state["jobs"].size() == 1 && state["jobs"][0]["share"] > 0;
      },
      "progress");
  EXPECT_THAT(platerip({"status", "state.json"}).out, HasSubstr("%  large.tif  page 1 of 1"));
  expect_done(platerip({"jobs", "--status", "state.json", "cancel", "large.tif"}));
  wait_for("q/failed/large.tif");
  EXPECT_THAT(text("q/failed/large.tif.txt"), HasSubstr("cancelled"));
  EXPECT_EQ(names("q/out"), Names());
  expect_nothing_left("q");
}

TEST_F(HotFoldersInTrouble, AnotherServiceTakesOverAtOnceOnTheSameMachine) {
  queue("q");
  const auto first = start({"q"});
  begin_large_page("q");
  const auto second = start({"q"});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_THAT(second->err(), testing::Not(HasSubstr("taken over")));
  first->send(SIGKILL);
  first->wait();
  wait_for_message(*second, "large.tif: taken over");
  wait_for("q/done/large.tif");
  EXPECT_EQ(in("q/out/large"), by_command("q/done/large.tif"));
  expect_nothing_left("q");
}

TEST_F(HotFoldersInTrouble, APageThatKillsItsServicesFails) {
  queue("q");
  fs::create_directories(file("q/in"));
  write_sparse_page(file("q/in/large.tif"), 30'000, 30'000);
  const Words words = {"--retry", "0.05", "q"};
  for (int death = 0; death < 3; ++death) {
    const auto service = begin(words);
    wait_until([&] { return !plates_in_work("q").empty(); }, "plates in work");
    service->send(SIGKILL);
    service->wait();
    for (const std::string& folder : work_folders("q")) {
      fs::remove_all(file(folder + "/plates"));
      EXPECT_EQ(text(folder + "/attempts"), std::string(static_cast<std::size_t>(death) + 1, '.'));
      if (death == 2) write(folder + "/attempts", std::string(20, '.'));
    }
  }
  const auto service = start(words);
  hand_over("q/in/small.ppm", page(1));
  wait_for("q/failed/large.tif");
  EXPECT_THAT(text("q/failed/large.tif.txt"), HasSubstr("20 services have died"));
  wait_for("q/done/small.ppm");
  expect_nothing_left("q");
}

// A service of another machine: its lock cannot be seen, only its signs of life.
TEST_F(HotFoldersInTrouble, AnotherMachinesJobsAreTakenOverWhenItGivesNoSignOfLife) {
  queue("q");
  hand_over("q/work/elsewhere-00000001/1/to-make/page.ppm", page(1));
  hand_over("q/work/elsewhere-00000001/2/made/made.ppm", page(2));
  hand_over("q/work/elsewhere-00000001/2/plates/made.Cyan.tif", "a plate");
  hand_over("q/work/elsewhere-00000001/3/made/delivered.ppm", page(2));
  hand_over("q/work/elsewhere-00000001/4/failed/bad.ppm", "no page");
  hand_over("q/work/elsewhere-00000001/4/why.txt", "no page");
  hand_over("q/work/elsewhere-00000001/alive", "1");
  const auto service = start({"--take-over", "1.5", "q"});
  for (int sign = 2; sign < 8; ++sign) {
    write("q/work/elsewhere-00000001/alive", std::to_string(sign));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_EQ(names("q/done"), Names());
  for (const char* name : {"page.ppm", "made.ppm", "delivered.ppm"}) wait_for(std::string("q/done/") + name);
  wait_for("q/failed/bad.ppm");
  EXPECT_EQ(text("q/failed/bad.ppm.txt"), "no page");
  EXPECT_EQ(names("q/out"), (Names{"made", "page"}));
  EXPECT_EQ(text("q/out/made/made.Cyan.tif"), "a plate");
  expect_nothing_left("q");
}

}  // namespace
}  // namespace platerip::test
