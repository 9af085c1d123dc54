// Hot folders with many pages, several services, and services that are killed at any moment: each page becomes plates
// once. PLATERIP_KILLS says how many services to kill, if not 10.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "tests/rip/watch/watch_test.h"
#include "tests/sanitized.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using std::chrono::milliseconds;

int wanted_kills() {
  const char* const given = std::getenv("PLATERIP_KILLS");
  return given == nullptr ? (sanitized ? 3 : 10) : std::stoi(given);
}

class ManyJobs : public WatchTest {
 protected:
  void hand_over_pages(const std::string& queue, int first, int end) const {
    for (int i = first; i < end; ++i) hand_over(queue + "/in/p" + std::to_string(i) + ".ppm", page(i));
  }

  static Names page_names(int count, const std::string& end) {
    Names names;
    for (int i = 0; i < count; ++i) names.insert("p" + std::to_string(i) + end);
    return names;
  }

  /// Expects that these pages are done, that each has the plates of the command, and that nothing else is there.
  void expect_each_once(const std::string& queue, int count, const Words& words = {}, bool is_flat = false) const {
    expect_nothing_left(queue);
    EXPECT_EQ(names(queue + "/failed"), Names());
    EXPECT_EQ(names(queue + "/done"), page_names(count, ".ppm"));
    Words command = words;
    command.insert(command.end(), {"-o", "expected-" + queue});
    for (const std::string& name : names(queue + "/done")) command.push_back(queue + "/done/" + name);
    expect_done(platerip(command));
    const Contents expected = in("expected-" + queue);
    Contents wanted;
    for (const auto& [name, digest] : expected) {
      const std::string page = name.substr(0, name.find('.'));
      wanted[is_flat ? name : page + "/" + name] = digest;
    }
    EXPECT_EQ(in(queue + "/out"), wanted);
  }

  std::mt19937 random_{test_seed()};
};

TEST_F(ManyJobs, AreMadeOnceByTwoServicesOnFiveQueues) {
  const std::map<std::string, Words> queues = {{"a", {}},
                                               {"b", {"--halftone", "bayer"}},
                                               {"c", {"--ink-limit", "200"}},
                                               {"d", {"--halftone", "fan"}},
                                               {"e", {"--planes", "K"}}};
  Words folders;
  for (const auto& [name, words] : queues) {
    std::string settings;
    for (const std::string& word : words) settings += word + " ";
    queue(name, settings);
    folders.push_back(name);
  }
  const auto first = start(folders);
  const auto second = start(folders);
  constexpr int count = 60;
  for (int i = 0; i < count; ++i) {
    for (const std::string& name : folders) hand_over_pages(name, i, i + 1);
  }
  for (const std::string& name : folders) {
    wait_until([&] { return names(name + "/done").size() == count; }, name);
    expect_each_once(name, count, queues.at(name));
  }
  end(*first);
  end(*second);
  for (const std::string& name : folders) EXPECT_EQ(names(name + "/work"), Names());
}

TEST_F(ManyJobs, AreMadeOnceWhateverIsKilled) {
  queue("q", "--threads 1");
  queue("flat", "--threads 1 --flat");
  int handed_over = 0;
  std::unique_ptr<Process> services[2] = {begin({"q", "flat"}), begin({"q", "flat"})};
  for (int kill = 0; kill < wanted_kills(); ++kill) {
    const int pages = 1 + static_cast<int>(random_() % 10);
    for (const std::string name : {"q", "flat"}) hand_over_pages(name, handed_over, handed_over + pages);
    handed_over += pages;
    std::this_thread::sleep_for(milliseconds(random_() % 200));
    auto& service = services[random_() % 2];
    service->send(SIGKILL);
    service->wait();
    service = begin({"q", "flat"});
  }
  for (const std::string name : {"q", "flat"}) {
    wait_until([&] { return names(name + "/done").size() == static_cast<std::size_t>(handed_over); }, "all pages");
    expect_each_once(name, handed_over, {}, name == "flat");
  }
}

TEST_F(ManyJobs, DroppedAtOnceTakeNoMoreMemoryOrFilesThanAFew) {
  queue("q");
  constexpr int some = 200;
  constexpr int many = 1000;
  const auto service = start({"--status", "state.json", "q"});
  const auto memory_and_files = [&] {
    const std::string process = "/proc/" + std::to_string(service->id());
    long pages = 0;
    std::ifstream(process + "/statm") >> pages >> pages;
    const auto files = std::distance(fs::directory_iterator(process + "/fd"), fs::directory_iterator());
    return std::pair(pages, files);
  };
  hand_over_pages("q", 0, some);
  wait_until([&] { return names("q/done").size() == some; }, "some pages");
  const auto before = memory_and_files();
  for (int i = some; i < many; ++i) write("many/p" + std::to_string(i) + ".ppm", page(i));
  for (int i = some; i < many; ++i) {
    const std::string name = "p" + std::to_string(i) + ".ppm";
    fs::rename(file("many/" + name), file("q/in/" + name));
  }
  wait_until([&] { return names("q/done").size() == many; }, "many pages");
  const auto after = memory_and_files();
  EXPECT_LE(after.first, before.first + (4 << 20) / 4096);
  EXPECT_LE(after.second, before.second + 8);
  expect_each_once("q", many);
}

}  // namespace
}  // namespace platerip::test
