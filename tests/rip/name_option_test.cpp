// The names of plates that users choose, from outside.
#include <filesystem>

#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

class NameOption : public PlateripTest {
 protected:
  NameOption() {
    std::filesystem::create_directory(file("a"));
    std::filesystem::create_directory(file("b"));
    for (const char* page : {"page.tif", "a/page.tif", "b/page.tif"})
      write_page(file(page), {.width = 40, .height = 30});
    pages_ = files();
  }

  /// Expects wrong usage, or a run that makes nothing.
  void expect_refused(std::vector<std::string> arguments, int status, const std::vector<std::string>& words) const {
    expect_complaint(platerip(arguments), status, words);
    EXPECT_EQ(files(), pages_) << "something was made";
    EXPECT_FALSE(std::filesystem::exists(file("out"))) << "not even the folder";
  }

  std::set<std::string> pages_;
};

TEST_F(NameOption, NamesThePlates) {
  expect_done(platerip({"page.tif", "-o", "out", "--name", "{page}_{ink}"}));
  std::set<std::string> expected = pages_;
  for (const char* ink : ink_names) expected.insert(std::string("out/page_") + ink + ".tif");
  EXPECT_EQ(files(), expected);
}

TEST_F(NameOption, ItsDefaultNamesThePlatesAsWithoutIt) {
  expect_done(platerip({"page.tif", "-o", "out"}));
  const auto without = files();
  expect_done(platerip({"page.tif", "-o", "out", "--name", "{page}.{ink}"}));
  EXPECT_EQ(files(), without);
}

TEST_F(NameOption, CopiesTellFilesOfOneNameApart) {
  expect_done(platerip({"a/page.tif", "b/page.tif", "-o", "out", "--name", "{page} {copy} {letter}"}));
  std::set<std::string> expected = pages_;
  for (const char* copy : {"1", "2"})
    for (const char* letter : {"C", "M", "Y", "K"})
      expected.insert(std::string("out/page ") + copy + " " + letter + ".tif");
  EXPECT_EQ(files(), expected);
}

// Some file systems do not tell page.tif from PAGE.tif.
TEST_F(NameOption, CopiesTellFilesApartThatDifferInCase) {
  std::filesystem::copy_file(file("page.tif"), file("PAGE.tif"));
  expect_done(platerip({"page.tif", "PAGE.tif", "-o", "out", "--name", "{page} {copy}", "--planes", "K"}));
  EXPECT_THAT(files(), testing::IsSupersetOf({"out/page 1.tif", "out/PAGE 2.tif"}));
}

TEST_F(NameOption, RefusesTricksBeforeAnythingIsMade) {
  for (const char* name : {"../{ink}", "{page}/../{ink}", "/tmp/{ink}", "{ink}\n", "..", "", "{page}", "con.{ink}"})
    expect_refused({"page.tif", "-o", "out", "--name", name}, 2, {"--name"});
}

TEST_F(NameOption, RefusesEqualNamesBeforeAnythingIsMade) {
  expect_refused({"page.tif", "a/page.tif", "b/page.tif", "-o", "out", "--name", "{page}_{ink}"}, 1,
                 {"--name", "same names", "{copy}"});
  expect_refused({"page.tif", "a/page.tif", "-o", "out", "--name", "{letter}"}, 1, {"--name", "same names"});
  expect_refused({"-", "-o", "out", "--name", "{letter}"}, 1, {"--name", "stdin", "{number}"});
}

TEST_F(NameOption, IsForFiles) {
  expect_refused({"page.tif", "-o", "-", "--name", "{ink}"}, 2, {"--name", "-o"});
}

}  // namespace
}  // namespace platerip::test
