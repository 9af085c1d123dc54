#include "rip/plates/names/name_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "rip/plates/plate_names.h"

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const PageSource page{"a/page.tif", 0, 1};

NamePattern pattern(const std::string& text) {
  auto parsed = NamePattern::parse(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return *parsed;
}

std::string name(const std::string& text, const PageSource& source = page) {
  const auto made = pattern(text).file_name(source, {"Cyan", "C"});
  return made.ok() ? *made : made.error().message;
}

TEST(NamePattern, FillsInItsFields) {
  EXPECT_EQ(name("{page}_{ink}"), "page_Cyan.tif");
  EXPECT_EQ(name("{letter}-{page}"), "C-page.tif");
  EXPECT_EQ(name("{number}.{ink}"), "1.Cyan.tif");
  EXPECT_EQ(name("{page} c{copy} {ink}", {.path = "page.tif", .copy = 3}), "page c3 Cyan.tif");
  EXPECT_EQ(name("Auftrag 7 Größe {ink}"), "Auftrag 7 Größe Cyan.tif");
}

TEST(NamePattern, NumbersThePagesOfAFileOnce) {
  const PageSource second{"book.tif", 1, 12};
  EXPECT_EQ(name("{page}_{ink}", second), "book-02_Cyan.tif");
  EXPECT_EQ(name("{page}_p{number}_{ink}", second), "book_p02_Cyan.tif");
}

TEST(NamePattern, HasOneExtension) {
  EXPECT_EQ(name("{ink}.tif"), "Cyan.tif");
  EXPECT_EQ(name("{ink}.TIFF"), "Cyan.TIFF");
  EXPECT_EQ(name("{ink}.1"), "Cyan.1.tif");
}

TEST(NamePattern, TakesTheDateOfTheEnvironment) {
  setenv("SOURCE_DATE_EPOCH", "86399", 1);
  EXPECT_EQ(name("{date}_{ink}"), "1970-01-01_Cyan.tif");
  setenv("SOURCE_DATE_EPOCH", "soon", 1);
  EXPECT_FALSE(NamePattern::parse("{date}_{ink}").ok());
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_THAT(name("{date}_{ink}"), testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]_Cyan.tif"));
}

TEST(NamePattern, RefusesTricks) {
  for (const char* bad :
       {"", "../{ink}", "/tmp/{ink}", "{page}/{ink}", "..", ".{ink}", "{page}\n{ink}", "{page}\r{ink}",
        "{page}\x7f{ink}", "{page}\\{ink}", "C:{ink}", "{page}*{ink}", "{page}?{ink}"}) {
    const auto parsed = NamePattern::parse(bad);
    ASSERT_FALSE(parsed.ok()) << bad;
    EXPECT_THAT(parsed.error().message, testing::Not(HasSubstr("\n")));
  }
}

TEST(NamePattern, RefusesFieldsThatDoNotExistAndListsThoseThatDo) {
  for (const char* bad : {"{inks}", "{}", "{Ink}", "{ink }", "{{ink}}"}) {
    const auto parsed = NamePattern::parse(bad);
    ASSERT_FALSE(parsed.ok()) << bad;
    EXPECT_THAT(parsed.error().message, HasSubstr("{page}, {ink}, {letter}, {number}, {copy}, {date}"));
  }
  for (const char* bad : {"{ink", "ink}", "{page}_{"}) EXPECT_FALSE(NamePattern::parse(bad).ok()) << bad;
}

TEST(NamePattern, RefusesNamesOfDevicesAndLongOnes) {
  EXPECT_THAT(name("con"), HasSubstr("reserved"));
  EXPECT_THAT(name("Lpt1.{ink}"), HasSubstr("reserved"));
  EXPECT_EQ(name("cons.{ink}"), "cons.Cyan.tif");
  const auto longest = std::string(245, 'x');
  EXPECT_EQ(name(longest), longest + ".tif");
  EXPECT_THAT(name(longest + "x"), HasSubstr("longer"));
}

TEST(NamePattern, MakesThePagesNameSafe) {
  EXPECT_EQ(name("{page}_{ink}", {.path = "a\nb:c.tif"}), "a_b_c_Cyan.tif");
}

TEST(NamePattern, KnowsTheNameOfTheSet) {
  const auto set = [](const char* text) { return pattern(text).set_name({"a/page.tif", 1, 3}); };
  EXPECT_EQ(set("{page}.{ink}"), "page-2");
  EXPECT_EQ(set("{page}_{letter}.tif"), "page-2");
  EXPECT_EQ(set("{ink} - {page}"), "page-2");
  EXPECT_EQ(set("job_{ink}_{number}.tiff"), "job_2");
  EXPECT_EQ(set("{ink}"), "page-2");
}

TEST(PlatePathsByPattern, TellInksApart) {
  const std::vector<std::string> inks{"Cyan", "Process Black", "Spot/1", "spot 1", "Orange"};
  const auto paths = [&](const char* text) {
    return plate_paths(page, PlateSettings{.folder = "out", .name = pattern(text)}, inks);
  };
  EXPECT_THAT(*paths("{page}_{ink}"),
              ElementsAre("out/page_Cyan.tif", "out/page_Process_Black.tif", "out/page_Spot_1.tif",
                          "out/page_spot_1-2.tif", "out/page_Orange.tif"));
  const auto letters = paths("{page}_{letter}");
  ASSERT_FALSE(letters.ok());
  EXPECT_THAT(letters.error().message, HasSubstr("Spot/1 and spot 1"));
  EXPECT_EQ(letters.error().setting, "name");
}

TEST(PlatePathsByPattern, LettersAreThoseOfPrinters) {
  const std::vector<std::string> inks{"Cyan", "Magenta", "Yellow", "Black", "Orange", "Blue", "7 Gold"};
  EXPECT_THAT(*plate_paths(page, PlateSettings{.name = pattern("{letter}")}, inks),
              ElementsAre("a/C.tif", "a/M.tif", "a/Y.tif", "a/K.tif", "a/O.tif", "a/B.tif", "a/7.tif"));
}

TEST(PagesApart, MustHaveNamesOfTheirOwn) {
  const auto apart = [](const char* text, const std::vector<PageSource>& files, const char* folder = "out") {
    return check_pages_apart({.folder = folder, .name = pattern(text)}, files).ok();
  };
  const std::vector<PageSource> same_names = {{.path = "a/page.tif"}, {.path = "b/page.tif", .copy = 2}};
  EXPECT_FALSE(apart("{page}_{ink}", same_names));
  EXPECT_TRUE(apart("{page}_{ink}", same_names, "")) << "each beside its page";
  EXPECT_TRUE(apart("{page}_{copy}_{ink}", same_names));
  EXPECT_FALSE(apart("{number}_{ink}", same_names));
  EXPECT_FALSE(apart("{ink}", {{.path = "book.tif", .count = 3}}));
  EXPECT_FALSE(apart("{ink}", {{.path = "stdin", .count = 0}}));
  EXPECT_TRUE(apart("{ink}_{number}", {{.path = "book.tif", .count = 3}}));
  EXPECT_FALSE(apart("{page}_{ink}", {{.path = "book.tif", .count = 3}, {.path = "Book-2.tif"}}));
  EXPECT_TRUE(check_pages_apart({.folder = "out"}, same_names).ok())
      << "without a pattern, pages are refused one by one";
}

}  // namespace
}  // namespace platerip::rip
