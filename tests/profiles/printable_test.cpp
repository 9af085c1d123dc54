// Text from files, changed so that it can be shown safely.
#include "profiles/printable.h"
#include "tests/seed.h"

#include <gtest/gtest.h>

#include <random>

namespace platerip::profiles {
namespace {

std::string shown(std::string_view text) {
  return printable(text);
}
std::string shown(std::wstring_view text) {
  return printable(text);
}

TEST(Printable, KeepsText) {
  EXPECT_EQ(shown("ISO Coated v2 (ECI)"), "ISO Coated v2 (ECI)");
  EXPECT_EQ(shown("Gr\xC3\xBCn \xE2\x82\xAC \xF0\x9F\x96\xA8"), "Gr\xC3\xBCn \xE2\x82\xAC \xF0\x9F\x96\xA8");
}

TEST(Printable, MakesOneTrimmedLine) {
  EXPECT_EQ(shown("  a \r\n\t b\x7F\x1B[31m "), "a b [31m");
  EXPECT_EQ(shown("a\xC2\x85 b\xE2\x80\xAE"
                  "c\xEF\xBB\xBF"),
            "a b c");
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown(std::string_view("\0\0", 2)), "");
}

TEST(Printable, MarksWhatIsNoUtf8) {
  EXPECT_EQ(shown("\xE9t\xE9"), "?t?");
  EXPECT_EQ(shown("\xC0\x80"), "??");            // overlong
  EXPECT_EQ(shown("\xED\xA0\x80"), "???");       // a surrogate
  EXPECT_EQ(shown("\xF4\x90\x80\x80"), "????");  // past the last code point
  EXPECT_EQ(shown("\xE2\x82"), "??");            // cut off
}

TEST(Printable, IsNeverLong) {
  EXPECT_EQ(shown(std::string(10000, 'x')).size(), 200u);
}

TEST(Printable, JoinsSurrogates) {
  EXPECT_EQ(shown(L"Gr\u00FCn"), "Gr\xC3\xBCn");
  const wchar_t pair[] = {0xD83D, 0xDDA8, 0};
  EXPECT_EQ(shown(pair), "\xF0\x9F\x96\xA8");
  const wchar_t alone[] = {0xDDA8, L'a', 0xD83D, 0};
  EXPECT_EQ(shown(alone), "?a?");
}

TEST(Printable, IsItsOwnResult) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 40, '\0');
    for (char& c : text) c = static_cast<char>(random());
    const std::string once = shown(text);
    ASSERT_EQ(shown(once), once);
    for (const unsigned char c : once) ASSERT_TRUE(c >= 0x20 && c != 0x7F);
  }
}

}  // namespace
}  // namespace platerip::profiles
