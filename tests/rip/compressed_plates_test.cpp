// Compressed plates: they have the pixels of uncompressed ones, whoever compresses their strips, and nothing is left of
// those that cannot be completed.
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/rip/command.h"
#include "tests/rip/large_page.h"
#include "tests/rip/mounts.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;

class CompressedPlates : public PlateripTest, public testing::WithParamInterface<const char*> {
 protected:
  /// A page with plates of several strips.
  void write_noisy_page() const { write_page(file("page.tif"), PageSpec{.width = 3001, .height = 2600}); }

  [[nodiscard]] Outcome compressed(std::vector<std::string> options, const std::string& page = "page.tif") const {
    options.insert(options.end(), {"--compression", GetParam(), page});
    return platerip(options);
  }

  void expect_only_the_page() const { EXPECT_EQ(files(), std::set<std::string>{"page.tif"}); }
};

TEST_P(CompressedPlates, HaveTheirPixelsWithAnyNumberOfThreads) {
  write_noisy_page();
  expect_done(platerip({"page.tif"}));
  std::map<std::string, Plate> plain;
  for (const std::string& name : four_plates("page")) plain[name] = plate(name);

  std::map<std::string, std::vector<std::byte>> bytes;
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--threads", "1"},
                                                  {"--threads", "2"},
                                                  {"--threads", "5", "--strip-rows", "7"},
                                                  {"--threads", "5", "--memory", "4"},
                                                  {"--threads", "3", "--memory", "1000"}}) {
    expect_done(compressed(options));
    for (const std::string& name : four_plates("page")) {
      const auto made = read_file(file(name));
      if (bytes[name].empty()) {
        bytes[name] = made;
        EXPECT_TRUE(plate(name).levels == plain[name].levels) << name;
      }
      EXPECT_TRUE(made == bytes[name]) << name << " with " << options[1] << " threads";
    }
  }
}

TEST_P(CompressedPlates, LeaveNothingOnAFullDisk) {
  write_noisy_page();
  fs::create_directory(file("plates"));
  const Mount disk(file("plates"), "size=900k");
  if (!disk.ok()) GTEST_SKIP() << "no full disk was tried: " << disk.error();
  for (const char* threads : {"1", "5"}) {
    expect_complaint(compressed({"--threads", threads, "-o", "plates"}), 1, {"plates/page.", "No space left"});
    expect_only_the_page();
  }
}

TEST_P(CompressedPlates, LeaveNothingIfTheirFilesMayNotGrow) {
  write_noisy_page();
  for (const std::size_t most : {10'000, 400'000}) {
    Command limited = command({"--threads", "5", "--compression", GetParam(), "page.tif"});
    limited.largest_file = most;
    expect_complaint(run(limited), 1, {"page.", "File too large"});
    expect_only_the_page();
  }
}

TEST_P(CompressedPlates, LeaveNothingOfADamagedPage) {
  write_noisy_page();
  fs::resize_file(file("page.tif"), fs::file_size(file("page.tif")) * 2 / 3);
  expect_complaint(compressed({"--threads", "5"}), 1, {"page.tif"});
  expect_only_the_page();
}

TEST_P(CompressedPlates, LeaveNothingAfterAStop) {
  write_sparse_page(file("page.tif"), 30'000, 60'000);
  Process process(command({"--threads", "5", "--compression", GetParam(), "page.tif"}));
  const std::string part = file(".page.Black.tif.part");
  std::error_code none_yet;
  while (!process.ended() && (!fs::exists(part, none_yet) || fs::file_size(part, none_yet) < 100)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_FALSE(process.ended());
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"page.tif", "SIGTERM"});
  expect_only_the_page();
}

INSTANTIATE_TEST_SUITE_P(Every, CompressedPlates, testing::Values("none", "packbits", "lzw", "deflate", "zstd", "g4"),
                         [](const auto& all) { return std::string(all.param); });

using MemoryOfPlates = PlateripTest;

// Each thread may compress a strip, but only as many do as the budget allows. A strip may grow most with g4.
TEST_F(MemoryOfPlates, IsPartOfTheBudget) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  write_page(file("page.tif"), PageSpec{.width = 8000, .height = 6000});
  const auto peak = [this](const char* compression, const char* threads) {
    const Outcome outcome =
        platerip({"--threads", threads, "--memory", "24", "--compression", compression, "page.tif"});
    expect_done(outcome);
    return outcome.peak_mib;
  };
  EXPECT_LT(peak("g4", "40"), peak("none", "40") + 8);
}

}  // namespace
}  // namespace platerip::test
