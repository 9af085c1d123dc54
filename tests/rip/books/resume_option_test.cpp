// Runs that go on where an earlier one has ended.

#include <filesystem>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/books/book_command.h"
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
  EXPECT_THAT(made(words), ElementsAre(3));
  EXPECT_TRUE(fs::exists(file("proof-3.png")));
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
