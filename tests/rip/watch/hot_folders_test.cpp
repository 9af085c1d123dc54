// Hot folders: pages that arrive become the plates that the command makes of them.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/rip/block_page.h"
#include "tests/rip/watch/watch_test.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using testing::HasSubstr;

class HotFolders : public WatchTest {};

TEST_F(HotFolders, MakeThePlatesOfTheCommandWithTheSettingsOfEachQueue) {
  const std::map<std::string, Words> settings = {{"plain", {}},
                                                 {"screened", {"--halftone", "bayer", "--ink-limit", "250"}},
                                                 {"named", {"--for", "prinergy", "--manifest"}},
                                                 {"drops", {"--levels", "4"}},
                                                 {"dull", {"--no-bpc", "--planes", "C,K"}}};
  Words folders;
  for (const auto& [name, words] : settings) {
    std::string lines = "# the settings of " + name + "\n";
    for (const std::string& word : words) lines += word + (word.starts_with("--") ? " " : "\n");
    queue(name, lines);
    folders.push_back(name);
  }
  const auto service = start(folders);
  for (const auto& [name, words] : settings) write(name + "/in/page.ppm", page(1, 64));
  for (const auto& [name, words] : settings) {
    wait_for(name + "/done/page.ppm");
    Contents expected = by_command(name + "/done/page.ppm", words);
    Contents made = in(name + "/out/page");
    EXPECT_EQ(made.erase("page.plates.json"), expected.erase("page.plates.json")) << name;
    EXPECT_EQ(made, expected) << name;
    expect_nothing_left(name);
  }
  end(*service);
  for (const auto& [name, words] : settings) EXPECT_EQ(names(name + "/work"), Names()) << name;
}

TEST_F(HotFolders, FindTheFilesOfSettingsFromTheQueuesFolder) {
  queue("q", "--curve \"Black=my curves/it's k.txt\"\n  # all of it\n\t--report report\\.html\r\n");
  write("q/my curves/it's k.txt", "0 0\n50 80\n100 100\n");
  const auto service = start({"q"});
  write("q/in/page.ppm", page(1));
  wait_for("q/done/page.ppm");
  Contents made = in("q/out/page");
  EXPECT_EQ(made.erase("report.html"), 1u);
  EXPECT_EQ(made, by_command("q/done/page.ppm", {"--curve", "Black=q/my curves/it's k.txt"}));
}

TEST_F(HotFolders, MakeAllPagesOfABookOrNone) {
  queue("q", "--preview proof.png");
  write_book("book.tif", 3);
  const auto service = start({"q"});
  fs::copy(file("book.tif"), file("q/in/book.tif"));
  wait_for("q/done/book.tif");
  Contents made = in("q/out/book");
  for (const char* proof : {"proof-1.png", "proof-2.png", "proof-3.png"}) EXPECT_EQ(made.erase(proof), 1u);
  EXPECT_EQ(made, by_command("book.tif"));
  write("q/in/broken.ppm", page(1) + page(2).substr(0, 100));
  wait_for("q/failed/broken.ppm");
  EXPECT_THAT(text("q/failed/broken.ppm.txt"), HasSubstr("broken.ppm page 2: "));
  EXPECT_EQ(names("q/out"), Names{"book"});
}

TEST_F(HotFolders, TakeAPageWhenItsWriterClosesIt) {
  queue("q");
  const auto service = start({"--steady", "1000", "q"});
  const std::string bytes = page(1);
  std::ofstream writer(file("q/in/page.ppm"), std::ios::binary);
  writer << bytes.substr(0, 100) << std::flush;
  write("q/in/other.ppm", page(2));
  wait_for("q/done/other.ppm");
  EXPECT_EQ(names("q/in"), Names{"page.ppm"});
  writer << bytes.substr(100) << std::flush;
  writer.close();
  wait_for("q/done/page.ppm");
}

TEST_F(HotFolders, TakeAPageThatNobodyClosesWhenItIsSteady) {
  queue("q");
  write("q/in/before.ppm", page(1));
  const auto service = start({"q"});
  wait_for("q/done/before.ppm");
  std::ofstream writer(file("q/in/open.ppm"), std::ios::binary);
  writer << page(2) << std::flush;
  wait_for("q/done/open.ppm");
}

TEST_F(HotFolders, LeaveFilesAloneThatAreBeingWritten) {
  queue("q");
  const auto service = start({"q"});
  const Names unfinished = {".hidden.ppm", "a.ppm.part", "b.ppm.tmp", "c.ppm~", "Thumbs.db", "d.ppm.filepart"};
  for (const std::string& name : unfinished) write("q/in/" + name, page(1));
  write("q/in/empty", "");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  write("q/in/page.ppm", page(2));
  wait_for("q/done/page.ppm");
  wait_for("q/failed/empty");
  EXPECT_EQ(names("q/in"), unfinished);
  fs::rename(file("q/in/a.ppm.part"), file("q/in/a.ppm"));
  wait_for("q/done/a.ppm");
}

TEST_F(HotFolders, TakeAFolderOfSeparationsWhenItsMarkerComes) {
  queue("q");
  const auto service = start({"--steady", "1000", "q"});
  for (const char* ink : {"Cyan", "Black"}) {
    fs::create_directories(file("q/in/set"));
    fs::create_directories(file("q/in/other"));
    const BlockPage gray{.blocks = {{0}, {128}, {255}}, .photometric = PHOTOMETRIC_MINISBLACK};
    for (const char* set : {"set", "other"})
      write_page(file(std::string("q/in/") + set + "/page." + ink + ".tif"), gray);
  }
  write("q/in/set.ready", "");
  write("q/in/other/.ready", "");
  wait_for("q/done/set");
  wait_for("q/done/other");
  EXPECT_EQ(names("q/in"), Names());
  EXPECT_EQ(in("q/out/set"), by_command("q/done/set"));
  EXPECT_FALSE(in("q/out/other").empty());
}

TEST_F(HotFolders, TakeAFolderThatHasNotChangedForAWhile) {
  queue("q");
  fs::create_directories(file("q/in/set"));
  fs::create_directories(file("q/in/empty"));
  const auto service = start({"q"});
  for (const std::string ink : {"Cyan", "Magenta", "Yellow", "Black"}) {
    write_page(file("q/in/set/page." + ink + ".tif"),
               {.blocks = {{0}, {128}, {255}}, .photometric = PHOTOMETRIC_MINISBLACK});
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  wait_for("q/done/set");
  EXPECT_EQ(in("q/out/set"), by_command("q/done/set"));
  EXPECT_EQ(names("q/in"), Names{"empty"});
}

TEST_F(HotFolders, SayWhyAPageFailsAndTakeItAgainWhenToldTo) {
  queue("q");
  const auto service = start({"--status", "state.json", "q"});
  write("q/in/page.ppm", page(1).substr(0, 100));
  wait_for("q/failed/page.ppm");
  EXPECT_THAT(text("q/failed/page.ppm.txt"), HasSubstr("page.ppm: "));
  EXPECT_THAT(text("q/failed/page.ppm.txt"), HasSubstr("platerip jobs retry page.ppm"));
  EXPECT_THAT(text("q/failed/page.ppm.txt"), testing::Not(HasSubstr("work/")));
  EXPECT_EQ(names("q/out"), Names());
  wait_for("state.json");
  write("q/failed/page.ppm", page(1));
  expect_done(platerip({"jobs", "--status", "state.json", "retry", "page.ppm"}));
  wait_for("q/done/page.ppm");
  EXPECT_EQ(names("q/failed"), Names());
  expect_nothing_left("q");
}

TEST_F(HotFolders, NumberPagesOfOneName) {
  queue("q");
  queue("flat", "--flat");
  const auto service = start({"q", "flat"});
  for (int i = 1; i <= 3; ++i) {
    for (const std::string name : {"q", "flat"}) {
      const std::string number = i == 1 ? "" : "-" + std::to_string(i);
      hand_over(name + "/in/page.ppm", page(i));
      wait_for(name + "/done/page" + number + ".ppm");
      hand_over(name + "/in/bad.ppm", "no page");
      wait_for(name + "/failed/bad" + number + ".ppm");
      EXPECT_TRUE(has(name + "/failed/bad" + number + ".ppm.txt"));
    }
  }
  for (int i = 1; i <= 3; ++i) {
    const std::string number = i == 1 ? "" : "-" + std::to_string(i);
    write("page.ppm", page(i));
    EXPECT_EQ(in("q/out/page" + number), by_command("page.ppm"));
    for (const auto& [name, digest] : by_command("flat/done/page" + number + ".ppm"))
      EXPECT_EQ(in("flat/out").at(name), digest) << name;
  }
  EXPECT_EQ(names("flat/out").size(), 12u);
}

TEST_F(HotFolders, TakeNamesThatAreNotUtf8) {
  queue("q");
  const auto service = start({"--status", "state.json", "q"});
  const std::string name = "gr\xfcn\n 1";
  write("q/in/" + name + ".ppm", page(1));
  write("q/in/" + name + ".bad", "no page");
  wait_for("q/done/" + name + ".ppm");
  wait_for("q/failed/" + name + ".bad.txt");
  EXPECT_EQ(names("q/out/" + name), four_plates(name));
  wait_until([&] { return text("state.json").find("done") != std::string::npos; }, "a status");
  EXPECT_FALSE(nlohmann::json::parse(text("state.json"), nullptr, false).is_discarded());
  wait_for_message(*service, "gr\\xfcn  1.ppm: done");
  expect_done(platerip({"jobs", "--status", "state.json", "retry", name + ".bad"}));
}

TEST_F(HotFolders, WaitWhileTheirSettingsAreFaulty) {
  queue("q", "--halftone nonsense\n");
  queue("other", "--profile missing.icc\n");
  const auto service = start({"q", "other"});
  wait_for_message(*service, "queue.conf: --halftone");
  write("q/in/page.ppm", page(1));
  write("other/in/page.ppm", page(1));
  wait_for_message(*service, "missing.icc");
  EXPECT_EQ(names("q/in"), Names{"page.ppm"});
  EXPECT_EQ(names("other/failed"), Names());
  queue("q", "--halftone bayer\n");
  queue("other", "\n");
  wait_for("q/done/page.ppm");
  wait_for("other/done/page.ppm");
  EXPECT_EQ(in("q/out/page"), by_command("q/done/page.ppm", {"--halftone", "bayer"}));
  wait_for_message(*service, "q: goes on");
  EXPECT_EQ(service->err().find("--halftone"), service->err().rfind("--halftone")) << "told more than once";
}

TEST_F(HotFolders, HeedNewSettingsFromTheNextPageOn) {
  queue("q", "--halftone bayer");
  const auto service = start({"q"});
  write("q/in/a.ppm", page(1));
  wait_for("q/done/a.ppm");
  queue("q", "--halftone fan");
  write("q/in/b.ppm", page(1));
  wait_for("q/done/b.ppm");
  EXPECT_EQ(in("q/out/a"), by_command("q/done/a.ppm", {"--halftone", "bayer"}));
  EXPECT_EQ(in("q/out/b"), by_command("q/done/b.ppm", {"--halftone", "fan"}));
}

TEST_F(HotFolders, RefuseSettingsThatAreNotForQueues) {
  for (const char* words : {"-o -", "--summary json", "--shard 1/2", "--help", "page.tif", "--report a/b.html",
                            "--priority high", "--keep-done soon", "--keep-done 14d,", "--min-free 3", "'--halftone"}) {
    queue("q", words);
    const auto service = start({"q"});
    wait_for_message(*service, "queue.conf");
    end(*service);
  }
}

TEST_F(HotFolders, ComeAndGoWithTheConfiguration) {
  queue("a");
  queue("b");
  hand_over("shop.conf", "a --steady 0.1\n");
  const auto service = start({"--config", "shop.conf"});
  hand_over("b/in/page.ppm", page(1));
  hand_over("a/in/page.ppm", page(1));
  wait_for("a/done/page.ppm");
  EXPECT_EQ(names("b/in"), Names{"page.ppm"});
  hand_over("shop.conf", "b\n");
  wait_for("b/done/page.ppm");
  hand_over("a/in/next.ppm", page(1));
  hand_over("b/in/next.ppm", page(1));
  wait_for("b/done/next.ppm");
  EXPECT_EQ(names("a/in"), Names{"next.ppm"});
  hand_over("shop.conf", "--nonsense\n");
  wait_for_message(*service, "the queues stay as they are");
  hand_over("b/in/last.ppm", page(1));
  wait_for("b/done/last.ppm");
}

TEST_F(HotFolders, OpenTheFilesOfTheirSettingsOnce) {
  queue("q", "--curve Black=k.txt");
  write("q/k.txt", "0 0\n100 100\n");
  const auto service = start({"--status", "state.json", "q"});
  const auto opened = [&](std::size_t done) {
    nlohmann::json state;
    wait_until(
        [&] {
          state = nlohmann::json::parse(text("state.json"), nullptr, false);
          return state.is_object() && state["queues"][0]["done"] == done;
        },
        "a status");
    return state["engine"]["presses_opened"].get<int>();
  };
  hand_over("q/in/a.ppm", page(1));
  EXPECT_EQ(opened(1), 1);
  hand_over("q/in/b.ppm", page(2));
  EXPECT_EQ(opened(2), 1);
  hand_over("q/k.txt", "0 0\n50 90\n100 100\n");
  hand_over("q/in/c.ppm", page(1));
  EXPECT_EQ(opened(3), 2);
  EXPECT_EQ(in("q/out/c").size(), 4u);
  write("c.ppm", page(1));
  EXPECT_EQ(in("q/out/c"), by_command("c.ppm", {"--curve", "Black=q/k.txt"}));
}

TEST_F(HotFolders, GoByPriorityThenByArrival) {
  queue("low");
  queue("high", "--priority 1");
  for (const std::string name : {"3", "1", "2"}) {
    hand_over("low/in/" + name + ".ppm", page(1));
    hand_over("high/in/" + name + ".ppm", page(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const auto service = start({"--jobs", "1", "low", "high"});
  for (const std::string name : {"3", "1", "2"}) wait_for("low/done/" + name + ".ppm");
  const std::string err = end(*service).err;
  std::size_t before = 0;
  for (const char* job : {"high: 3.ppm", "high: 1.ppm", "high: 2.ppm", "low: 3.ppm", "low: 1.ppm", "low: 2.ppm"}) {
    EXPECT_GT(err.find(job), before) << job << " in " << err;
    before = err.find(job);
  }
}

TEST_F(HotFolders, NumberAllThatNamesFlatPlates) {
  queue("q", "--flat --manifest --report report.html");
  const auto service = start({"q"});
  for (const std::string number : {"", "-2"}) {
    hand_over("q/in/page.ppm", page(1));
    wait_for("q/done/page" + number + ".ppm");
    const auto manifest = nlohmann::json::parse(text("q/out/page" + number + ".plates.json"));
    EXPECT_EQ(manifest["plates"].size(), 4u);
    for (const auto& plate : manifest["plates"]) {
      const auto name = plate["file"].get<std::string>();
      EXPECT_EQ(in("q/out").at(name), plate["sha256"].get<std::string>());
      EXPECT_THAT(text("q/out/page" + number + "-report.html"), HasSubstr(name));
    }
  }
  EXPECT_EQ(names("q/out").size(), 12u);
}

TEST_F(HotFolders, RemovePagesFromDoneAfterTheirTime) {
  queue("q", "--keep-done 0s");
  const auto service = start({"q"});
  hand_over("q/in/page.ppm", page(1));
  wait_for("q/out/page");
  wait_until([&] { return names("q/done").empty() && names("q/in").empty(); }, "an empty done/");
  EXPECT_EQ(names("q/out/page").size(), 4u);
}

TEST_F(HotFolders, CanBeHeldReleasedAndCancelled) {
  queue("q", "--halftone nonsense");
  queue("r", "--halftone nonsense");
  const auto service = start({"--status", "state.json", "q", "r"});
  wait_for("state.json");
  for (const std::string name : {"a.ppm", "b.ppm", "c.ppm"}) hand_over("q/in/" + name, page(1));
  hand_over("r/in/c.ppm", page(1));
  const auto jobs = [&](const Words& words) {
    Words all = {"jobs", "--status", "state.json"};
    all.insert(all.end(), words.begin(), words.end());
    return platerip(all);
  };
  EXPECT_EQ(jobs({"hold", "a.ppm"}).status, 0);
  EXPECT_EQ(jobs({"cancel", "b.ppm"}).status, 0);
  expect_complaint(jobs({"hold", "c.ppm"}), 1, {"several queues", "q/c.ppm"});
  EXPECT_EQ(jobs({"hold", "r/c.ppm"}).status, 0);
  expect_complaint(jobs({"hold", "d.ppm"}), 1, {"d.ppm"});
  expect_complaint(jobs({"lose", "c.ppm"}), 2, {"retry, cancel, hold or release"});
  EXPECT_THAT(text("q/failed/b.ppm.txt"), HasSubstr("cancelled"));
  queue("q");
  queue("r");
  wait_for("q/done/c.ppm");
  EXPECT_EQ(names("q/held"), Names{"a.ppm"});
  EXPECT_EQ(names("r/held"), Names{"c.ppm"});
  EXPECT_EQ(jobs({"release", "a.ppm"}).status, 0);
  wait_for("q/done/a.ppm");
  EXPECT_EQ(names("q/failed"), (Names{"b.ppm", "b.ppm.txt"}));
}

TEST_F(HotFolders, TellTheirState) {
  queue("q");
  queue("faulty", "--nonsense");
  const auto service = start({"--status", "state.json", "--metrics", "platerip.prom", "q", "faulty"});
  hand_over("q/in/page.ppm", page(1));
  hand_over("q/in/bad.ppm", "no page");
  wait_for("q/done/page.ppm");
  wait_for("q/failed/bad.ppm");
  wait_until(
      [&] {
        const std::string metrics = text("platerip.prom");
        return metrics.find("platerip_jobs_done_total{queue=\"" + file("q") + "\"} 1\n") != std::string::npos &&
               metrics.find("platerip_jobs_failed_total{queue=\"" + file("q") + "\"} 1\n") != std::string::npos &&
               metrics.find("platerip_queue_open{queue=\"" + file("faulty") + "\"} 0\n") != std::string::npos;
      },
      "metrics");
  const auto state = nlohmann::json::parse(text("state.json"));
  EXPECT_EQ(state["queues"][0]["done"], 1);
  EXPECT_EQ(state["queues"][0]["failed"], 1);
  EXPECT_EQ(state["queues"][1]["state"], "waits");
  EXPECT_EQ(state["ended"].size(), 2u);
  const Outcome shown = platerip({"status", "state.json"});
  expect_done(shown);
  for (const char* words : {"q       open", "waits: ", "--nonsense", "page.ppm: ", "bad.ppm: "})
    EXPECT_THAT(shown.out, HasSubstr(words));
  expect_complaint(platerip({"status", "missing.json"}), 1, {"missing.json", "--status"});
  write("broken.json", "{");
  expect_complaint(platerip({"status", "broken.json"}), 1, {"broken.json"});
}

/// The service manager's end of $NOTIFY_SOCKET.
class Manager {
 public:
  explicit Manager(const std::string& path) {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;
  ~Manager() { close(socket_); }

  /// All that came so far.
  std::set<std::string> states() {
    char text[100];
    for (ssize_t got = 0; (got = recv(socket_, text, sizeof text, MSG_DONTWAIT)) >= 0;) states_.emplace(text, got);
    return states_;
  }

 private:
  int socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  std::set<std::string> states_;
};

TEST_F(HotFolders, TellSystemdHowTheyAre) {
  queue("q");
  Manager manager(file("manager"));
  Command words = command({"watch", "q"});
  words.environment = {{"NOTIFY_SOCKET", file("manager")}, {"JOURNAL_STREAM", "8:1"}};
  Process service(words);
  wait_until([&] { return manager.states().contains("READY=1"); }, "READY=1");
  wait_until([&] { return manager.states().contains("WATCHDOG=1"); }, "WATCHDOG=1");
  EXPECT_FALSE(manager.states().contains("STOPPING=1"));
  hand_over("q/in/bad.ppm", "no page");
  wait_for("q/failed/bad.ppm");
  const std::string err = end(service).err;
  EXPECT_TRUE(manager.states().contains("STOPPING=1"));
  EXPECT_THAT(err, testing::StartsWith("<6>platerip: watches "));
  EXPECT_THAT(err, HasSubstr("\n<3>platerip: q: bad.ppm: failed: is not a page"));
}

TEST_F(HotFolders, RefuseWrongUsage) {
  expect_complaint(platerip({"watch"}), 2, {"queue"});
  expect_complaint(platerip({"watch", "--steady", "soon", "q"}), 2, {"--steady"});
  expect_complaint(platerip({"watch", "--config", "missing.conf"}), 2, {"missing.conf"});
  expect_complaint(platerip({"watch", "--nonsense", "q"}), 2, {"nonsense"});
  const Outcome help = platerip({"watch", "--help"});
  expect_done(help);
  EXPECT_THAT(help.out, HasSubstr("--keep-done"));
}

}  // namespace
}  // namespace platerip::test
