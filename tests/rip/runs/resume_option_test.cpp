// Runs that go on where an earlier one has ended.

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/large_page.h"
#include "tests/rip/runs/book_command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;

class ResumeOption : public BookTest {
 protected:
  ResumeOption() { write_book("book.tif", 5); }

  /// The pages that a run makes.
  std::vector<int> made(Words arguments) const {
    arguments.insert(arguments.end(), {"--resume", "--quiet", "-o", "out", "--summary", "json"});
    const Outcome outcome = platerip(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    std::vector<int> pages;
    for (std::size_t at = outcome.out.find("page "); at != std::string::npos; at = outcome.out.find("page ", at + 1))
      pages.push_back(std::stoi(outcome.out.substr(at + 5)));
    return pages;
  }

  void expect_refused(const Words& arguments, const std::string& why) const {
    Words words{"book.tif", "--resume", "-o", "out"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Contents before = in("out");
    expect_complaint(platerip(words), 1, {"book.tif page 1", why, "--resume"});
    EXPECT_EQ(in("out"), before);
  }
};

TEST_F(ResumeOption, LeavesOutWhatIsFinished) {
  EXPECT_THAT(made({"book.tif"}), ElementsAre(1, 2, 3, 4, 5));
  const Contents all = in("out");
  EXPECT_EQ(all.size(), 5u * 5);
  EXPECT_THAT(made({"book.tif"}), IsEmpty());
  fs::remove(file("out/book-2.plates.json"));
  fs::remove(file("out/book-4.Cyan.tif"));
  EXPECT_THAT(made({"book.tif"}), ElementsAre(2, 4));
  EXPECT_EQ(in("out"), all);
  const Outcome outcome = platerip({"book.tif", "--resume", "-o", "out"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "platerip: 5 of 5 pages were already finished\n");
}

// A GPU and the cores make pages at the same time.
TEST_F(ResumeOption, LeavesOutWhatIsFinishedBesideAGpuToo) {
  const Outcome probe = platerip({"--backend", "cuda", "book.tif", "-o", "probe"});
  if (probe.status == 2) GTEST_SKIP() << "NOT TESTED: " << probe.err;
  fs::resize_file(file("book.tif"), std::uintmax_t{4} << 30);  // looks worth a GPU
  EXPECT_THAT(made({"book.tif", "--threads", "16"}), ElementsAre(1, 2, 3, 4, 5));
  const Contents all = in("out");
  EXPECT_THAT(made({"book.tif", "--threads", "16"}), IsEmpty());
  fs::remove(file("out/book-4.Cyan.tif"));
  EXPECT_THAT(made({"book.tif", "--threads", "16"}), ElementsAre(4));
  EXPECT_EQ(in("out"), all);
}

TEST_F(ResumeOption, GoesOnAfterARunWithManifests) {
  expect_done(platerip({"book.tif", "--manifest", "-o", "out", "--threads", "1"}));
  EXPECT_THAT(made({"book.tif", "--backend", "reference", "--memory", "200"}), IsEmpty()) << "the plates are the same";
}

TEST_F(ResumeOption, TrustsNoPlateThatIsNotWhole) {
  made({"book.tif"});
  const Contents all = in("out");
  fs::resize_file(file("out/book-1.Black.tif"), fs::file_size(file("out/book-1.Black.tif")) - 1);
  fs::resize_file(file("out/book-2.Black.tif"), 0);
  std::vector<std::byte> bytes =
      read_file(file("out/book-3.Black.tif"));  // as after a power failure: the right size, without data
  std::fill(bytes.begin() + 100, bytes.end(), std::byte{});
  write_file(file("out/book-3.Black.tif"), bytes);
  const std::string nested = R"({"format": "platerip plates 1", "settings": {"a": )" + std::string(1'000'000, '[') +
                             std::string(1'000'000, ']') + "}}";
  for (const std::string& text : {std::string(), std::string("{"), std::string("[]"),
                                  std::string(R"({"format": "platerip plates 1"})"), nested}) {
    write_file(file("out/book-5.plates.json"), std::as_bytes(std::span(text)));
    EXPECT_THAT(made({"book.tif"}), testing::Contains(5)) << text.substr(0, 100);
  }
  EXPECT_EQ(in("out"), all);
}

TEST_F(ResumeOption, TrustsNoManifestOfOtherThings) {
  made({"book.tif"});
  const Contents all = in("out");
  const std::string manifest = file("out/book-2.plates.json");
  const std::vector<std::byte> bytes = read_file(manifest);
  const auto whole = nlohmann::json::parse(reinterpret_cast<const char*>(bytes.data()),
                                           reinterpret_cast<const char*>(bytes.data()) + bytes.size());
  auto other_page = whole;
  other_page["page"] = 3;
  auto no_object = whole;
  no_object["plates"][1] = nullptr;
  auto no_digest = whole;
  no_digest["plates"][1].erase("sha256");
  auto other_folder = whole;
  other_folder["plates"][1]["file"] = "../book.tif";
  auto no_plates = whole;
  no_plates["plates"] = nlohmann::json::array();
  auto no_pages_file = whole;
  no_pages_file["made_from"][0]["modified"] = 7;
  for (const auto& damaged : {other_page, no_object, no_digest, other_folder, no_plates, no_pages_file}) {
    const std::string text = damaged.dump();
    write_file(manifest, std::as_bytes(std::span(text)));
    EXPECT_THAT(made({"book.tif"}), ElementsAre(2)) << text;
  }
  EXPECT_EQ(in("out"), all);
}

TEST_F(ResumeOption, RefusesOtherVersions) {
  made({"book.tif"});
  std::vector<std::byte> bytes = read_file(file("out/book-1.plates.json"));
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text.replace(text.find("platerip 0"), 10, "platerip 9");
  write_file(file("out/book-1.plates.json"), std::as_bytes(std::span(text)));
  expect_refused({}, "platerip 9");
}

// A page's file may be replaced while its page is made: what its manifest tells is the file as it was before.
TEST_F(ResumeOption, FindsFilesThatChangedInTheMiddle) {
  write_sparse_page(file("large.tif"), 8000, 9000);
  TIFF* const tiff = TIFFOpen(file("large.tif").c_str(), "r+");
  ASSERT_TRUE(tiff != nullptr && TIFFSetField(tiff, TIFFTAG_ORIENTATION, 6) != 0 && TIFFRewriteDirectory(tiff) != 0);
  TIFFClose(tiff);
  write_page(file("other.tif"), gray_ramp(2));
  Process process(command({"large.tif", "--manifest", "--upright", "-o", "out"}));
  process.wait_until_open(file("large.tif"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // it is being turned
  fs::rename(file("other.tif"), file("large.tif"));
  EXPECT_EQ(process.wait().status, 0);
  made({"large.tif", "--upright"});
  EXPECT_EQ(plate("out/large.Black.tif").width, 128u) << "not made again";
}

// Reading what is finished may take hours.
TEST_F(ResumeOption, CanBeStoppedWhileItReadsPlates) {
  made({"book.tif"});
  const std::uintmax_t huge = std::uintmax_t{1} << 40;  // a hole
  std::error_code refused;
  fs::resize_file(file("out/book-1.Black.tif"), huge, refused);
  if (refused) GTEST_SKIP() << "this file system has no large files: " << refused.message();
  std::vector<std::byte> bytes = read_file(file("out/book-1.plates.json"));
  auto manifest = nlohmann::json::parse(reinterpret_cast<const char*>(bytes.data()),
                                        reinterpret_cast<const char*>(bytes.data()) + bytes.size());
  for (auto& plate : manifest["plates"])
    if (plate["ink"] == "Black") plate["bytes"] = huge;
  const std::string text = manifest.dump();
  write_file(file("out/book-1.plates.json"), std::as_bytes(std::span(text)));
  Process process(command({"book.tif", "--resume", "-o", "out"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ASSERT_FALSE(process.ended());
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"book.tif page 1", "stopped"});
}

TEST_F(ResumeOption, RefusesOtherSettings) {
  made({"book.tif", "--halftone", "bayer"});
  expect_refused({}, "--halftone");
  expect_refused({"--halftone", "fan"}, "--halftone");
  expect_refused({"--halftone", "bayer", "--invert"}, "--invert");
  expect_refused({"--halftone", "bayer", "--no-bpc"}, "--bpc");
  expect_refused({"--halftone", "bayer", "--preview", "proof.png"}, "--preview");
  Command dated = command({"book.tif", "--resume", "-o", "out", "--halftone", "bayer"});
  dated.environment = {{"SOURCE_DATE_EPOCH", "1700000000"}};
  expect_complaint(run(dated), 1, {"SOURCE_DATE_EPOCH"});
  EXPECT_THAT(made({"book.tif", "--halftone", "bayer"}), IsEmpty());
}

TEST_F(ResumeOption, TakesEqualSettingsInOtherWords) {
  std::ofstream(file("k.txt")) << "0 0\n50 40\n100 100\n";
  made({"book.tif", "--ink-limit", "280", "--curve", "K=k.txt"});
  EXPECT_THAT(made({"book.tif", "--ink-limit", "280.0", "--curve", "K=k.txt", "--levels", "2", "--halftone", "tone"}),
              IsEmpty());
  expect_refused({"--ink-limit", "281", "--curve", "K=k.txt"}, "--ink-limit");
}

TEST_F(ResumeOption, RefusesProfilesThatHaveChanged) {
  write_file(file("press.icc"), made::press({}));
  made({"book.tif", "--profile", "press.icc"});
  EXPECT_THAT(made({"book.tif", "--profile", "press.icc"}), IsEmpty());
  fs::last_write_time(file("press.icc"), fs::last_write_time(file("press.icc")) + std::chrono::seconds(2));
  expect_refused({"--profile", "press.icc"}, "press.icc");
}

TEST_F(ResumeOption, MakesPagesAgainThatHaveChanged) {
  write_page(file("sheet.tif"), PageSpec{.width = 40, .height = 30});
  made({"sheet.tif"});
  write_page(file("sheet.tif"), gray_ramp(2));
  expect_done(platerip({"sheet.tif", "-o", "expected"}));
  made({"sheet.tif"});
  for (const auto& [name, plate] : in("expected")) EXPECT_EQ(in("out").at(name), plate) << name;
}

TEST_F(ResumeOption, MakesPreviewsAgainThatAreMissing) {
  const Words words{"book.tif", "--preview", "proof.png"};
  made(words);
  fs::remove(file("proof-3.png"));
  fs::resize_file(file("proof-4.png"), 0);  // as after a power failure
  EXPECT_THAT(made(words), ElementsAre(3, 4));
  EXPECT_GT(fs::file_size(file("proof-3.png")), 0u);
  EXPECT_GT(fs::file_size(file("proof-4.png")), 0u);
}

TEST_F(ResumeOption, ProtectsFinishedPagesFromOthersOfTheRun) {
  fs::create_directory(file("a"));
  write_book("a/book.tif", 5);
  const Words words{"book.tif", "a/book.tif", "--resume", "-o", "out"};
  const Outcome first = platerip(words);
  EXPECT_EQ(first.status, 1);
  const Contents all = in("out");
  const Outcome again = platerip(words);
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, AllOf(HasSubstr("a/book.tif page 1"), HasSubstr("would be replaced")));
  EXPECT_EQ(in("out"), all);
}

// Names of files are bytes, which JSON cannot hold if they are not UTF-8.
TEST_F(ResumeOption, KnowsFilesByNamesThatAreNotUtf8) {
  const Words names{
      "Gr\xf6\xdf"
      "e.tif",
      "Gr\xe4\xdf"
      "e.tif",
      "\ufffd.tif",
      "\ufffd"
      "41.tif",
      "100%41.tif"};
  for (const std::string& name : names) fs::copy_file(file("book.tif"), file(name));
  write_file(file("\xfc.icc"), made::wide_rgb());
  Words words = names;
  words.insert(words.end(), {"--resume", "--input-profile", "\xfc.icc", "-o", "out"});
  expect_done(platerip(words));
  const Contents all = in("out");
  EXPECT_EQ(all.size(), names.size() * 5 * 5);
  const Outcome again = platerip(words);
  EXPECT_EQ(again.err, "platerip: 25 of 25 pages were already finished\n");
  EXPECT_EQ(in("out"), all);
  fs::last_write_time(file(names[1]), fs::file_time_type::clock::now());
  EXPECT_EQ(err_without_resolution(platerip(words)), "platerip: 20 of 25 pages were already finished\n");
  fs::rename(file("\xfc.icc"), file("\xfd.icc"));
  words[words.size() - 3] = "\xfd.icc";
  expect_complaint(platerip(words), 1, {"with another --input-profile", "--resume"});
}

TEST_F(ResumeOption, ManifestsTellTheBytesOfNames) {
  fs::copy_file(file("book.tif"), file("Gr\xf6\xdf"
                                       "e \ufffd.tif"));
  expect_done(
      platerip({"Gr\xf6\xdf"
                "e \ufffd.tif",
                "--manifest", "-o", "out"}));
  const std::vector<std::byte> bytes =
      read_file(file("out/Gr\xf6\xdf"
                     "e \ufffd-1.plates.json"));
  const auto json = nlohmann::json::parse(reinterpret_cast<const char*>(bytes.data()),
                                          reinterpret_cast<const char*>(bytes.data()) + bytes.size());
  const std::string name = "Gr\ufffdF6\ufffdDFe \ufffdEF\ufffdBF\ufffdBD";
  EXPECT_EQ(json["document"], name + ".tif");
  EXPECT_EQ(json["made_from"][0]["file"], name + ".tif");
  EXPECT_EQ(json["plates"][0]["file"], name + "-1.Cyan.tif");
}

TEST_F(ResumeOption, OldManifestsOfPlatesWhoseNamesAreNotUtf8GoWithThem) {
  fs::copy_file(file("book.tif"), file("Gr\xf6\xdf"
                                       "e.tif"));
  expect_done(
      platerip({"Gr\xf6\xdf"
                "e.tif",
                "--manifest", "-o", "out"}));
  expect_done(
      platerip({"Gr\xf6\xdf"
                "e.tif",
                "-o", "out", "--planes", "K"}));
  for (const auto& [name, digest] : in("out")) EXPECT_THAT(name, testing::EndsWith(".tif"));
}

// A page that an earlier run has finished is not finished once more under another path.
TEST_F(ResumeOption, APageNamedByTwoPathsIsFinishedOnce) {
  EXPECT_THAT(made({"book.tif"}), ElementsAre(1, 2, 3, 4, 5));
  const Contents all = in("out");
  for (const char* other : {"./book.tif", "out/../book.tif"}) {
    const Outcome outcome = platerip({"book.tif", other, "--resume", "-o", "out"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("5 of 10 pages were already finished"));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(other), HasSubstr("would be replaced")));
    EXPECT_EQ(in("out"), all);
  }
}

TEST_F(ResumeOption, WorksInShards) {
  expect_done(platerip({"book.tif", "--manifest", "-o", "expected"}));
  EXPECT_THAT(made({"book.tif", "--shard", "1/2"}), ElementsAre(1, 3, 5));
  fs::remove(file("out/book-3.plates.json"));
  EXPECT_THAT(made({"book.tif", "--shard", "1/2"}), ElementsAre(3));
  EXPECT_THAT(made({"book.tif"}), ElementsAre(2, 4));
  EXPECT_EQ(in("out"), in("expected"));
}

TEST_F(ResumeOption, IsForFiles) {
  expect_complaint(platerip({"book.tif", "--resume", "-o", "-"}), 2, {"--resume", "-o"});
  expect_complaint(platerip({"-", "--resume", "-o", "out"}), 2, {"--resume", "files"});
}

TEST_F(ResumeOption, OldManifestsGoWithTheirPlates) {
  expect_done(platerip({"book.tif", "--manifest", "-o", "out"}));
  expect_done(platerip({"book.tif", "-o", "out", "--halftone", "bayer", "--planes", "K"}));
  for (const auto& [name, digest] : in("out")) EXPECT_THAT(name, testing::EndsWith(".tif"));
  write_file(file("out/book-1.plates.json"), std::as_bytes(std::span(std::string_view("{\"mine\": true}"))));
  expect_done(platerip({"book.tif", "-o", "out"}));
  EXPECT_TRUE(fs::exists(file("out/book-1.plates.json"))) << "no manifest, but another program's file";
}

}  // namespace
}  // namespace platerip::test
