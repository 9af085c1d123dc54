// Screens from PostScript halftone dictionaries: good ones, pixel by pixel, and broken ones.
#include "rip/job/screens/halftone_dictionary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "halftone/screens/am.h"
#include "rip/job/screens/postscript_tokens.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

using halftone::Screen;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr halftone::Dpi dpi{1200, 1200};

Screen screen_of(const std::string& text) {
  auto screen = parse_halftone(text, dpi);
  EXPECT_TRUE(screen.ok()) << (screen.ok() ? "" : screen.error().message);
  if (!screen.ok()) return {};
  EXPECT_TRUE(check(*screen).ok());
  return *std::move(screen);
}

// Of any pixel, even left of the page.
int threshold(const Screen& screen, int x, int y) {
  const int column = (x + y / screen.height * screen.shift) % screen.width;
  return screen
      .thresholds[static_cast<std::size_t>(y % screen.height * screen.width + (column + screen.width) % screen.width)];
}

// A gray g prints black where g is less than the threshold.
int of_gray(int gray) {
  return 65535 - 257 * gray;
}

TEST(HalftoneDictionary, OfType3HasItsThresholdsRowByRow) {
  const Screen screen =
      screen_of("%!PS\n<< /HalftoneType 3 /Width 3 /Height 2 /Thresholds <80 40 C0 FF 00 01> >> sethalftone");
  EXPECT_EQ(screen.width, 3);
  EXPECT_EQ(screen.height, 2);
  EXPECT_THAT(screen.thresholds,
              ElementsAre(of_gray(128), of_gray(64), of_gray(192), of_gray(255), of_gray(1), of_gray(1)));
}

TEST(HalftoneDictionary, MayBeWrittenInManyWays) {
  const std::string expected = "<< /HalftoneType 6 /Width 2 /Height 2 /Thresholds <20406080> >>";
  for (const char* const text : {
           "10 dict dup begin /HalftoneType 6 def /Width 2 def /Height 2 def /Thresholds <20406080> def end "
           "sethalftone",
           "/HalftoneType 6 /Height +2 /Thresholds (\\040@`\\200) /Width 2",
           "<</HalftoneName(a \\) b)/HalftoneType 6/Width 2.0/Height 2%comment >>\n/Thresholds<2040\n60 80>>>",
           "<< /Thresholds <~+@'=b~> /Width 2 /Height 2 /HalftoneType 6 >> /Halftone defineresource pop showpage",
           "<< /HalftoneType 6 /Width 2 /Height 2 /Thresholds currentfile /ASCIIHexDecode filter >> sethalftone\n2040 "
           "6080>",
           "<< /HalftoneType 6 /Width 2 /Height 2 /Thresholds currentfile >> sethalftone\r\n @`\x80showpage",
           "<< /HalftoneType 6 /Width 2 /Height 2 /SpotFunction { {1} if } /Thresholds <20406080> >>",
       })
    EXPECT_EQ(screen_of(text), screen_of(expected)) << text;
}

// The arrangement of Ghostscript: the second rectangle below the first one, and both repeated by (width2, height) and
// (−width, height2).
void expect_rectangles(const Screen& screen, int width, int height, int width2, int height2,
                       const std::function<int(int)>& at) {
  for (int copy = 0; copy < 35; ++copy) {
    const int right = copy % 7 * width2 - copy % 5 * width, down = copy % 7 * height + copy % 5 * height2;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) ASSERT_EQ(threshold(screen, right + x, down + y), at(y * width + x));
    for (int y = 0; y < height2; ++y)
      for (int x = 0; x < width2; ++x)
        ASSERT_EQ(threshold(screen, right + x, down + height + y), at(width * height + y * width2 + x));
  }
}

TEST(HalftoneDictionary, OfType10HasTwoSquares) {
  std::string digits;
  for (int i = 0; i < 29; ++i) digits += "0123456789ABCDEF"[1 + i / 16], digits += "0123456789ABCDEF"[i % 16];
  const Screen screen = screen_of("<< /HalftoneType 10 /Xsquare 5 /Ysquare 2 /Thresholds <" + digits + "> >>");
  EXPECT_EQ(screen.thresholds.size(), 29u);
  expect_rectangles(screen, 5, 5, 2, 2, [](int i) { return of_gray(16 + i); });
}

TEST(HalftoneDictionary, OfType16HasTwoRectanglesOf16Bits) {
  std::string digits;
  for (int i = 0; i < 42; ++i) digits += std::string("80") + "0123456789ABCDEF"[i / 16] + "0123456789ABCDEF"[i % 16];
  const Screen screen =
      screen_of("<< /HalftoneType 16 /Width 4 /Height 3 /Width2 6 /Height2 5 /Thresholds <" + digits + "> >>");
  expect_rectangles(screen, 4, 3, 6, 5, [](int i) { return 65535 - 0x8000 - i; });
  EXPECT_THAT(screen_of("<< /HalftoneType 16 /Width 2 /Height 1 /Thresholds <0000 FFFF> >>").thresholds,
              ElementsAre(65534, 0));
}

TEST(HalftoneDictionary, OfType1IsAnAmScreen) {
  const Screen screen =
      screen_of("<< /HalftoneType 1 /Frequency 133.5 /Angle 15 /SpotFunction /Ellipse >> sethalftone");
  EXPECT_EQ(screen, halftone::make_am({133.5, 15}, dpi, *halftone::find_spot("Ellipse"))->screen);
}

TEST(HalftoneDictionary, ThatIsWrongIsRefused) {
  const std::string type3 = "/HalftoneType 3 /Width 2 /Height 2 ";
  const std::pair<std::string, const char*> wrong[] = {
      {"", "nor a PostScript halftone"},
      {"%!PS\nshowpage", "nor a PostScript halftone"},
      {"/HalftoneType 5 /Default 3", "another type"},
      {"/HalftoneType 2.5", "another type"},
      {"/HalftoneType /three", "not a number"},
      {"/HalftoneType", "ends after"},
      {type3, "has no /Thresholds"},
      {type3 + "/Thresholds <204060>", "3 bytes of thresholds and needs 4"},
      {type3 + "/Thresholds <2040608090>", "5 bytes of thresholds and needs 4"},
      {type3 + "/Thresholds 7", "neither a string nor"},
      {type3 + "/Thresholds <204060", "does not end"},
      {type3 + "/Thresholds <20406G>", "other characters"},
      {type3 + "/Thresholds (abc", "does not end"},
      {type3 + "/Thresholds <~s8W-\"~>", "too large"},
      {type3 + "/Thresholds <~!!~v~>", "other characters"},
      {type3 + "/Thresholds currentfile /FlateDecode filter >> sethalftone x", "/FlateDecode"},
      {type3 + "/Thresholds currentfile >> sethalftone abc", "3 bytes"},
      {type3 + "/Width 2", "twice"},
      {type3 + "/Thresholds <20406080> /TransferFunction {}", "TransferFunction"},
      {"/HalftoneType 3 /Width 0 /Height 2 /Thresholds <20>", "/Width must be"},
      {"/HalftoneType 3 /Width -2 /Height -2 /Thresholds <20406080>", "/Width must be"},
      {"/HalftoneType 3 /Width 1.5 /Height 2 /Thresholds <204060>", "/Width must be"},
      {"/HalftoneType 3 /Width 1e300 /Height 2 /Thresholds <204060>", "/Width must be"},
      {"/HalftoneType 3 /Width 4194304 /Height 4194304 /Thresholds <20>", "more than"},
      {"/HalftoneType 10 /Xsquare 4000000 /Ysquare 4000000 /Thresholds <20>", "more than"},
      {"/HalftoneType 16 /Width 2 /Height 2 /Width2 2 /Thresholds <20>", "has no /Height2"},
      {"/HalftoneType 1 /Frequency 100 /Angle 15 /SpotFunction {pop}", "spot function"},
      {"/HalftoneType 1 /Frequency 100 /Angle 15 /SpotFunction /Heart", "spot function"},
      {"/HalftoneType 1 /Frequency 100 /SpotFunction /Round", "has no /Angle"},
      {"/HalftoneType 1 /Frequency 0 /Angle 0 /SpotFunction /Round", "not possible"},
      {"/HalftoneType 1 /Frequency 1200 /Angle 0 /SpotFunction /Round", "too fine"},
      {"{ { /HalftoneType 3 }", "does not end"},
      {") /HalftoneType 3", "begins nothing"},
  };
  for (const auto& [text, why] : wrong) {
    const auto screen = parse_halftone(text, dpi);
    ASSERT_FALSE(screen.ok()) << text;
    EXPECT_THAT(screen.error().message, HasSubstr(why)) << text;
  }
}

// Whatever is damaged or cut off, the answer is a screen that passes check(), or an error.
TEST(HalftoneDictionary, MayBeDamaged) {
  std::mt19937 random(test_seed());
  const std::string whole =
      "%!PS\n10 dict dup begin /HalftoneType 16 def /Width 2 def /Height 1 def /Width2 1 def /Height2 1 def "
      "/Thresholds "
      "<1234 4567 89AB> def /Name (a(b)\\101) def /P { { } } def end /Halftone <~+@'=b~> sethalftone";
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole.substr(0, random() % 3 == 0 ? random() % whole.size() : whole.size());
    for (std::uint32_t changes = random() % 4; changes > 0 && !text.empty(); --changes)
      text[random() % text.size()] = static_cast<char>(random() % 2 == 0 ? random() : whole[random() % whole.size()]);
    const auto screen = parse_halftone(text, dpi);
    if (screen.ok()) {
      ASSERT_TRUE(check(*screen).ok()) << text;
    }
  }
}

TEST(PostScript, DecodesBase85) {
  EXPECT_EQ(*base85("87cURD]i,\"Ebk"), "Hello Worl");
  EXPECT_EQ(*base85(" z z "), std::string(8, '\0'));
  EXPECT_EQ(*base85("s8W-!"), "\xFF\xFF\xFF\xFF");
  EXPECT_FALSE(base85("a").ok());
  EXPECT_EQ(*hexadecimal("7 f\n8"), "\x7F\x80");
}

}  // namespace
}  // namespace platerip::rip
