// Runs that are killed at any moment: nothing gets its name too early, and a resumed run ends with the plates of one
// that nobody has disturbed. PLATERIP_KILLS says how many runs to kill, if not 30.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "tests/rip/runs/book_command.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using std::chrono::microseconds;

int wanted_kills() {
  const char* const given = std::getenv("PLATERIP_KILLS");
  return given == nullptr ? 30 : std::stoi(given);
}

class KilledRuns : public BookTest {
 protected:
  KilledRuns() {
    write_book("book.tif", 12);
    const auto start = std::chrono::steady_clock::now();
    expect_done(platerip({"book.tif", "--manifest", "-o", "expected"}));
    longest_ = std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - start);
    expected_ = in("expected");
  }

  /// Kills the run at a random moment. False if it had ended before.
  bool is_killed(const Words& words) {
    Process process(command(words));
    std::this_thread::sleep_for(microseconds(random_() % static_cast<std::uint64_t>(longest_.count())));
    process.send(SIGKILL);
    return process.wait().signal == SIGKILL;
  }

  static bool is_manifest(const std::string& name) { return name.ends_with(".plates.json"); }
  static bool is_hidden(const std::string& name) { return name.starts_with("."); }

  /// Expects that every manifest describes the plates that are there, byte by byte.
  void expect_true_manifests(const Contents& files) const {
    for (const auto& [name, digest] : files) {
      if (!is_manifest(name) || is_hidden(name)) continue;
      const std::vector<std::byte> bytes = read_file(file("out/" + name));
      const auto json = nlohmann::json::parse(reinterpret_cast<const char*>(bytes.data()),
                                              reinterpret_cast<const char*>(bytes.data()) + bytes.size());
      for (const auto& plate : json["plates"]) {
        const auto found = files.find(plate["file"].get<std::string>());
        ASSERT_NE(found, files.end()) << name;
        EXPECT_EQ(found->second, plate["sha256"].get<std::string>()) << name;
      }
    }
  }

  std::mt19937_64 random_{test_seed()};
  microseconds longest_{};
  Contents expected_;
};

TEST_F(KilledRuns, AreResumedAsIfNothingHadHappened) {
  const Words words{"book.tif", "--resume", "--quiet", "-o", "out"};
  for (int kills = 0; kills < wanted_kills();) {
    if (is_killed(words)) {
      ++kills;
      const Contents left = in("out");
      for (const auto& [name, digest] : left) {
        ASSERT_TRUE(is_hidden(name) || digest == expected_.at(name)) << name << " has its name too early";
      }
      expect_true_manifests(left);
      if (kills % 5 != 0) continue;
    }
    expect_done(platerip(words));
    ASSERT_EQ(in("out"), expected_);
    fs::remove_all(file("out"));
  }
}

TEST_F(KilledRuns, LeaveNoManifestOfOtherPlates) {
  for (int kills = 0; kills < wanted_kills() / 3;) {
    expect_done(platerip({"book.tif", "--manifest", "-o", "out"}));
    Words words{"book.tif", "--halftone", "bayer", "-o", "out"};
    if (kills % 2 == 0) words.push_back("--manifest");
    if (is_killed(words)) ++kills;
    expect_true_manifests(in("out"));
  }
}

}  // namespace
}  // namespace platerip::test
