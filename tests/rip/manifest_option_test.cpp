// The manifest beside the plates of a page, from outside.
#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class ManifestOption : public PlateripTest {
 protected:
  ManifestOption() {
    write_page(file("page.tif"), {.width = 300, .height = 200, .resolution_x = 600, .resolution_y = 300});
  }

  nlohmann::json manifest(const std::string& name) const {
    const std::vector<std::byte> bytes = read_file(file(name));
    return nlohmann::json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }

  /// The names that files get in a folder, and "no NAME" for each that loses its file, in the order of the system
  /// calls.
  std::vector<std::string> changes_in(const std::string& folder, const std::function<void()>& run_it) const {
    const Descriptor watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    EXPECT_GE(inotify_add_watch(watch, file(folder).c_str(), IN_MOVED_TO | IN_DELETE), 0);
    run_it();
    std::vector<std::string> names;
    alignas(inotify_event) char buffer[16 << 10];
    const ssize_t got = ::read(watch, buffer, sizeof buffer);
    for (ssize_t at = 0; at < got;) {
      const auto* const event = reinterpret_cast<const inotify_event*>(buffer + at);
      const std::string name = ((event->mask & IN_DELETE) != 0 ? "no " : "") + std::string(event->name);
      if (!name.starts_with("no .") && !name.starts_with(".")) names.push_back(name);
      at += static_cast<ssize_t>(sizeof *event + event->len);
    }
    return names;
  }

  /// Another program's digest of a file.
  std::string sha256(const std::string& name) const {
    return run({.words = {"/usr/bin/sha256sum", file(name)}}).out.substr(0, 64);
  }
};

TEST_F(ManifestOption, TellsOfEachPlateWhatIsInItsFile) {
  for (const char* compression : {"none", "lzw", "g4"}) {
    const std::string out = compression;
    expect_done(platerip({"page.tif", "--manifest", "-o", out, "--compression", compression}));
    const nlohmann::json json = manifest(out + "/page.plates.json");
    EXPECT_EQ(json["format"], "platerip plates 1");
    EXPECT_EQ(json["document"], "page.tif");
    EXPECT_EQ(json["page"], 1);
    EXPECT_EQ(json["width"], 300);
    EXPECT_EQ(json["height"], 200);
    EXPECT_EQ(json["resolution"], (nlohmann::json{{"x", 600}, {"y", 300}, {"unit", "inch"}}));
    EXPECT_EQ(json["compression"], compression);
    ASSERT_EQ(json["plates"].size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      const nlohmann::json& entry = json["plates"][i];
      const std::string name = out + "/" + entry["file"].get<std::string>();
      EXPECT_EQ(entry["ink"], ink_names[i]);
      EXPECT_EQ(entry["bytes"], fs::file_size(file(name)));
      EXPECT_EQ(entry["sha256"], sha256(name));
      EXPECT_NEAR(entry["coverage_percent"].get<double>(), plate(name).coverage(), 1e-9);
    }
  }
}

TEST_F(ManifestOption, TellsTheSettings) {
  expect_done(platerip({"page.tif", "--manifest", "--halftone", "bayer", "--no-bpc", "--screen-angle", "C=15",
                        "--screen-angle", "K=45", "--threads", "1", "--invert", "--quiet", "-o", "out"}));
  const nlohmann::json json = manifest("out/page.plates.json");
  EXPECT_EQ(json["settings"]["halftone"], "bayer");
  EXPECT_EQ(json["settings"]["screen-angle"], (nlohmann::json{"C=15", "K=45"}));
  EXPECT_EQ(json["settings"]["invert"], true);
  EXPECT_EQ(json["settings"]["bpc"], false);
  EXPECT_FALSE(json["settings"].contains("threads")) << "plates do not depend on it";
  EXPECT_EQ(json["plates"][0]["halftone"], "bayer");
  EXPECT_EQ(json["negative"], true);
  EXPECT_FALSE(json["press_profile"].is_null());
}

TEST_F(ManifestOption, GoesFirstAndAppearsLast) {
  fs::create_directory(file("out"));
  for (int run = 0; run < 2; ++run) {  // the second replaces the files of the first
    const std::vector<std::string> names = changes_in("out", [&] {
      expect_done(platerip({"page.tif", "--manifest", "-o", "out", "--preview", "out/proof.png"}));
    });
    std::vector<std::string> expected = {"page.Cyan.tif",  "page.Magenta.tif", "page.Yellow.tif",
                                         "page.Black.tif", "proof.png",        "page.plates.json"};
    if (run > 0) expected.insert(expected.begin(), "no page.plates.json");
    EXPECT_EQ(names, expected);
  }
}

// In the order of the system calls: the manifest is removed, and then plates are renamed.
TEST_F(ManifestOption, OfAnEarlierRunGoesBeforeAnyPlateIsReplaced) {
  const std::vector<std::vector<std::string>> later = {
      {},           {"--planes", "Y"},     {"--manifest"},           {"--halftone", "bayer", "--name", "{page}.{ink}"},
      {"--resume"}, {"--checkpoint", "0"}, {"--compression", "lzw"}, {"--preview", "proof.png"}};
  for (const std::vector<std::string>& options : later) {
    expect_done(platerip({"page.tif", "--manifest", "-o", "out"}));
    fs::last_write_time(file("page.tif"), fs::file_time_type::clock::now());  // or nothing would be made again
    std::vector<std::string> words{"page.tif", "-o", "out"};
    words.insert(words.end(), options.begin(), options.end());
    const std::vector<std::string> names = changes_in("out", [&] { expect_done(platerip(words)); });
    ASSERT_GE(names.size(), 2u) << testing::PrintToString(options);
    EXPECT_EQ(names.front(), "no page.plates.json") << testing::PrintToString(options);
    EXPECT_EQ(std::ranges::count(names, "no page.plates.json"), 1);
    EXPECT_TRUE(fs::exists(file("out/page.Yellow.tif")));
    fs::remove_all(file("out"));
  }
}

// Whatever it says.
TEST_F(ManifestOption, GoesBeforeThePlatesAlsoIfItIsBroken) {
  fs::create_directory(file("out"));
  write_file(file("out/page.plates.json"), std::as_bytes(std::span(std::string_view("{\"format\": "))));
  const auto names = changes_in("out", [&] { expect_done(platerip({"page.tif", "--manifest", "-o", "out"})); });
  ASSERT_EQ(names.size(), 6u);
  EXPECT_EQ(names.front(), "no page.plates.json");
  EXPECT_EQ(names.back(), "page.plates.json");
}

TEST_F(ManifestOption, IsNamedAfterThePlates) {
  write_page(file("page.tif"), {.width = 30, .height = 20, .append = true});
  expect_done(platerip({"page.tif", "--manifest", "-o", "out", "--name", "{letter}_{page}", "--planes", "K"}));
  EXPECT_THAT(files(), testing::UnorderedElementsAre("page.tif", "out/K_page-1.tif", "out/K_page-2.tif",
                                                     "out/page-1.plates.json", "out/page-2.plates.json"));
  EXPECT_EQ(manifest("out/page-2.plates.json")["plates"][0]["file"], "K_page-2.tif");
  EXPECT_EQ(manifest("out/page-2.plates.json")["page"], 2);
}

TEST_F(ManifestOption, IsNotThereIfThePlatesAreNot) {
  fs::create_directory(file("page.plates.json"));
  expect_complaint(platerip({"page.tif", "--manifest"}), 1, {"page.plates.json", "a folder"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  fs::remove(file("page.plates.json"));
  fs::resize_file(file("page.tif"), 100'000);
  EXPECT_EQ(platerip({"page.tif", "--manifest"}).status, 1);
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(ManifestOption, IsForFilesAndOnlyForThoseWhoAsk) {
  expect_complaint(platerip({"page.tif", "--manifest", "-o", "-"}), 2, {"--manifest", "-o"});
  expect_done(platerip({"page.tif"}));
  auto expected = four_plates("page");
  expected.insert("page.tif");
  EXPECT_EQ(files(), expected);
}

TEST_F(ManifestOption, OfAPageIsNotReplacedByAnotherPage) {
  fs::create_directory(file("a"));
  write_page(file("a/page.tif"), {.width = 30, .height = 20});
  const Outcome outcome = platerip({"page.tif", "a/page.tif", "--manifest", "-o", "out", "--threads", "1"});
  expect_complaint(outcome, 1, {"a/page.tif", "would be replaced"});
  EXPECT_EQ(manifest("out/page.plates.json")["width"], 300);
}

}  // namespace
}  // namespace platerip::test
