// Characters and names of all scripts.
#include <gtest/gtest.h>

#include <random>

#include "base/unicode/characters.h"
#include "base/unicode/names.h"
#include "tests/seed.h"

namespace platerip::unicode {
namespace {

TEST(Utf8, IsTakenCharacterByCharacter) {
  std::string_view text = "aß白\U0001F7E5";
  for (const char32_t expected : {U'a', U'ß', U'白', U'\U0001F7E5'}) EXPECT_EQ(take(text), expected);
  EXPECT_TRUE(text.empty());
}

TEST(Utf8, IsNotTakenFromBrokenBytes) {
  for (const std::string_view broken : {"\xdf", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"}) {
    EXPECT_FALSE(is_utf8(broken));
    std::string_view rest = broken;
    EXPECT_EQ(take(rest), std::nullopt);
    EXPECT_EQ(rest.size(), broken.size() - 1) << "one byte is taken";
  }
}

TEST(Utf8, ComesBackFromItsCharacters) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 20'000; ++i) {
    const auto character = static_cast<char32_t>(random() % 0x110000);
    if (character >= 0xd800 && character < 0xe000) continue;
    std::string text;
    append(text, character);
    std::string_view rest = text;
    ASSERT_EQ(take(rest), character);
    ASSERT_TRUE(rest.empty());
  }
}

TEST(Utf8, IsMadeOfTextOfOlderPrograms) {
  EXPECT_EQ(utf8_of("Wei\xdf"), "Weiß");
  EXPECT_EQ(utf8_of("\xc4\xd6\xdc\xe9\xff"), "ÄÖÜéÿ");
  EXPECT_EQ(utf8_of("Gold\x99 \x96 \x80"), "Gold™ – €");
  EXPECT_EQ(utf8_of("Weiß"), "Weiß");
}

TEST(Escapes, BecomeBytes) {
  EXPECT_EQ(unescaped("Gold%2FSilver%3a%25", "%"), "Gold/Silver:%");
  EXPECT_EQ(unescaped("50% %2 %G0 %", "%"), "50% %2 %G0 %");
  EXPECT_EQ(unescaped("%252F", "%"), "%2F") << "once";
}

TEST(FoldedNames, AreEqualButForCaseAndAccents) {
  EXPECT_EQ(folded("GOLD"), folded("gold"));
  EXPECT_EQ(folded("ЛАК"), folded("лак"));
  EXPECT_EQ(folded("\u00c9cru"), folded("e\u0301CRU")) << "as macOS writes accents";
  EXPECT_NE(folded("Weiß"), folded("Weiße"));
  EXPECT_NE(folded("e"), folded("é"));
  EXPECT_EQ(folded("Wei\xdf.TIF"), "wei\xdf.tif") << "not UTF-8";
  EXPECT_NE(folded("Wei\xdf"), folded("Wei\xde"));
}

TEST(NamesInFiles, KeepLettersOfAllScripts) {
  for (const char* name : {"白墨", "Белый", "Weiße", "لامع", "वार्निश", "글로스", "e\u0301cru", "v1.2", "a_b-c"})
    EXPECT_EQ(safe_in_file_names(name), name);
}

TEST(NamesInFiles, HaveOneUnderscoreForEachOtherCharacter) {
  EXPECT_EQ(safe_in_file_names("Gold/Silver (matt)"), "Gold_Silver__matt_");
  EXPECT_EQ(safe_in_file_names("\U0001F7E5"), "_");
  EXPECT_EQ(safe_in_file_names("\u2600\ufe0f"), "_") << "with a variation selector";
  EXPECT_EQ(safe_in_file_names("\U0001F468\u200d\U0001F469\u200d\U0001F467"), "_") << "a family of joined people";
  EXPECT_EQ(safe_in_file_names("€–\u00a0"), "___");
  EXPECT_EQ(safe_in_file_names("\u202eGold\n"), "_Gold_");
  EXPECT_EQ(safe_in_file_names("/\u0301"), "_") << "an accent on something else";
  EXPECT_EQ(safe_in_file_names("Wei\xdf"), "Weiß");
}

TEST(NamesInFiles, OfAsciiHaveOneUnderscoreForEachLetterOfOtherScripts) {
  EXPECT_EQ(safe_in_file_names("Schöne Gru\u0308ße.pdf", Letters::ascii), "Sch_ne_Gr__e.pdf");
  EXPECT_EQ(safe_in_file_names("日本", Letters::ascii), "__");
}

TEST(NamesInFiles, AreSafeWhateverTheBytes) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 12, '\0');
    for (char& c : text) c = static_cast<char>(random());
    const std::string safe = safe_in_file_names(text);
    ASSERT_TRUE(is_utf8(safe));
    ASSERT_EQ(safe_in_file_names(safe), safe);
    ASSERT_EQ(safe.find_first_of(std::string("/\\:*?\"<>| \0\x1b", 12)), std::string::npos);
  }
}

TEST(Initials, AreLettersOrDigitsInUpperCase) {
  EXPECT_EQ(initial_of("orange"), "O");
  EXPECT_EQ(initial_of(" (7 gold)"), "7");
  EXPECT_EQ(initial_of("白墨"), "白");
  EXPECT_EQ(initial_of("лак"), "Л");
  EXPECT_EQ(initial_of("e\u0301cru"), "E\u0301");
  EXPECT_EQ(initial_of("\U0001F7E5"), "_");
  EXPECT_EQ(initial_of(""), "_");
}

}  // namespace
}  // namespace platerip::unicode
