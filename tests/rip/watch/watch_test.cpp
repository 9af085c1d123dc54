#include "tests/rip/watch/watch_test.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace platerip::test {

namespace fs = std::filesystem;

void WatchTest::queue(const std::string& name, const std::string& settings) const {
  fs::create_directories(file(name));
  hand_over(name + "/queue.conf", settings);
}

std::unique_ptr<Process> WatchTest::begin(const Words& words) const {
  Words all = {"watch"};
  all.insert(all.end(), words.begin(), words.end());
  for (const auto& [name, value] : {std::pair("--look", "0.1"), {"--retry", "0.3"}, {"--steady", "0.5"}}) {
    if (std::ranges::find(words, name) == words.end()) all.insert(all.end(), {name, value});
  }
  return std::make_unique<Process>(command(all));
}

std::unique_ptr<Process> WatchTest::start(const Words& words) const {
  auto service = begin(words);
  wait_for_message(*service, "platerip: watches");
  return service;
}

Outcome WatchTest::end(Process& service) {
  service.send(SIGTERM);
  const Outcome outcome = service.wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.signal, 0) << outcome.err;
  return outcome;
}

std::string WatchTest::page(int kind, int side) {
  std::string bytes = "P6 " + std::to_string(side) + " " + std::to_string(side) + " 255\n";
  std::uint32_t state = static_cast<std::uint32_t>(kind) * 2654435761U + 1;
  for (int i = 0; i < side * side * 3; ++i) {
    state = state * 1664525U + 1013904223U;
    bytes += static_cast<char>(state >> 24);
  }
  return bytes;
}

void WatchTest::write(const std::string& path, const std::string& bytes) const {
  fs::create_directories(fs::path(file(path)).parent_path());
  std::ofstream(file(path), std::ios::binary) << bytes;
}

void WatchTest::hand_over(const std::string& path, const std::string& bytes) const {
  const fs::path to = file(path);
  const std::string part = (to.parent_path() / ".being-written").string();
  fs::create_directories(to.parent_path());
  std::ofstream(part, std::ios::binary) << bytes;
  fs::rename(part, to);
}

void WatchTest::wait_until(const std::function<bool()>& is_so, const std::string& what) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!is_so()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "waited in vain: " << what;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void WatchTest::wait_for(const std::string& path) const {
  wait_until([&] { return has(path); }, path);
}

void WatchTest::wait_for_message(const Process& service, const std::string& words) {
  wait_until([&] { return service.err().find(words) != std::string::npos; }, words + " in:\n" + service.err());
}

bool WatchTest::has(const std::string& path) const {
  return fs::exists(fs::symlink_status(file(path)));
}

std::string WatchTest::text(const std::string& path) const {
  std::ostringstream text;
  text << std::ifstream(file(path), std::ios::binary).rdbuf();
  return text.str();
}

std::set<std::string> WatchTest::names(const std::string& folder) const {
  std::set<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(file(folder), error)) names.insert(entry.path().filename().string());
  return names;
}

BookTest::Contents WatchTest::by_command(const std::string& path, Words words) const {
  fs::remove_all(file("by-command"));
  words.insert(words.end(), {path, "-o", "by-command"});
  expect_done(platerip(words));
  return in("by-command");
}

void WatchTest::expect_nothing_left(const std::string& name) const {
  const auto is_idle = [&](const std::string& service) {
    return names(name + "/work/" + service) == std::set<std::string>{"alive"};
  };
  wait_until([&] { return names(name + "/in").empty() && std::ranges::all_of(names(name + "/work"), is_idle); },
             "empty folders in/ and work/");
}

}  // namespace platerip::test
