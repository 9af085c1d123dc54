// White that stays unprinted, and limits of single inks: the same from every backend.
#include <gmock/gmock.h>

#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;
using ::testing::HasSubstr;

Profile tinted_page(ColorModel model) {
  if (model == ColorModel::lab) return Profile::lab();
  if (model == ColorModel::cmyk) return made::open(made::press({.noise = 0.2}));
  const Profile rgb = made::open(made::table_rgb(4.3, {0, 1, 2}));
  return model == ColorModel::rgb ? rgb : *rgb.neutral_axis(Intent::absolute);
}

Settings absolute(const PixelFormat& format) {
  Settings settings;
  settings.format = format;
  settings.page = tinted_page(format.model);
  settings.press = Profile::default_press();
  settings.intent = Intent::absolute;
  if (format.model == ColorModel::lab) settings.precision = Precision::exact;
  return settings;
}

// White, and what is next to it in every sample.
Page whites(const PixelFormat& format) {
  const int max = (1 << format.bits) - 1, neutral = max * 128 / 255;
  std::vector<int> white(static_cast<std::size_t>(colors_of(format.model)), format.model == ColorModel::cmyk ? 0 : max);
  if (format.model == ColorModel::lab) white = {max, neutral, neutral};
  std::vector<std::uint16_t> samples(white.begin(), white.end());
  for (std::size_t changed = 0; changed < white.size(); ++changed)
    for (std::size_t s = 0; s < white.size(); ++s)
      samples.push_back(static_cast<std::uint16_t>(s != changed ? white[s] : white[s] == 0 ? 1 : white[s] - 1));
  return format.bits == 16 ? row_of(format, samples)
                           : row_of(format, std::vector<std::uint8_t>(samples.begin(), samples.end()));
}

TEST(PaperWhite, HasNoInkAndNothingElseChanges) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk, ColorModel::lab})
    for (const int bits : {8, 16})
      for (const char* const backend : {"cpu", "reference"}) {
        Settings settings = absolute({.model = model, .bits = bits});
        const Page page = whites(settings.format);
        Inks plain = separate(settings, page, backend);
        settings.paper_white = true;
        const Inks inks = separate(settings, page, backend);
        for (std::size_t ink = 0; ink < 4; ++ink) {
          EXPECT_EQ(inks.at(ink, 0, 0), 0u) << backend << ", model " << static_cast<int>(model) << ", bits " << bits;
          for (std::int64_t x = 1; x < page.width; ++x) EXPECT_EQ(inks.at(ink, 0, x), plain.at(ink, 0, x));
        }
      }
}

TEST(PaperWhite, WouldElseBePrinted) {
  const Settings settings = absolute({});
  const Inks inks = separate(settings, whites({}));
  EXPECT_GT(inks.at(0, 0, 0) + inks.at(1, 0, 0) + inks.at(2, 0, 0), 0u);
}

TEST(PaperWhite, IsTheSameFromTablesOfColours) {
  for (const int inks : {4, 6}) {
    Settings settings = absolute({});
    settings.press = made::open(made::press_of_inks(inks));
    settings.paper_white = true;
    settings.pixels = std::int64_t{1} << 40;
    std::vector<std::uint8_t> smooth;
    for (int v = 0; v < 256; ++v)
      for (int i = 0; i < 8; ++i) smooth.insert(smooth.end(), 3, static_cast<std::uint8_t>(v));
    const Page page = row_of({}, smooth);
    const auto cpu = separator_of(settings, "cpu");
    EXPECT_THAT(cpu->description(), HasSubstr(", table"));
    EXPECT_TRUE(separate(settings, page, "cpu") == separate(settings, page, "reference"));
  }
}

TEST(PaperWhite, ComesAfterAlpha) {
  Settings settings = absolute({.alpha = Alpha::associated});
  settings.paper_white = true;
  const Inks inks = separate(settings, row_of<std::uint8_t>(settings.format, {0, 0, 0, 0}));
  for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_EQ(inks.at(ink, 0, 0), 0u);
}

Settings limited_cmyk(int bits) {
  Settings settings;
  settings.format = {.model = ColorModel::cmyk, .bits = bits};
  settings.ink_limits = {90.0, std::nullopt, 0.0, 33.3};
  return settings;
}

TEST(LimitsOfInks, CutOffWhatIsAbove) {
  for (const int bits : {8, 16})
    for (const char* const backend : {"cpu", "reference"}) {
      const Settings settings = limited_cmyk(bits);
      const Page page = random_page(settings.format, 3001, 2, test_seed());
      const Inks inks = separate(settings, page, backend);
      Settings unlimited = settings;
      unlimited.ink_limits.clear();
      const Inks plain = separate(unlimited, page, backend);
      const std::uint32_t limits[] = {bits == 8 ? 229u : 58981u, bits == 8 ? 255u : 65535u, 0u,
                                      bits == 8 ? 84u : 21823u};
      for (std::size_t ink = 0; ink < 4; ++ink)
        for (std::int64_t row = 0; row < page.rows; ++row)
          for (std::int64_t x = 0; x < page.width; ++x)
            ASSERT_EQ(inks.at(ink, row, x), std::min(plain.at(ink, row, x), limits[ink])) << backend;
    }
}

TEST(LimitsOfInks, ComeAfterCurvesAndBeforeTheLimitOfAll) {
  Settings settings = limited_cmyk(8);
  settings.ink_limits = {50.0};
  settings.curves.resize(1, *Curve::from_points({{0, 0}, {50, 80}, {100, 100}}));
  settings.ink_limit = 150;
  const Inks inks = separate(settings, row_of<std::uint8_t>(settings.format, {128, 0, 0, 0, 255, 255, 127, 0}));
  EXPECT_EQ(inks.at(0, 0, 0), 127u) << "204 after the curve";
  // 127 + 255 + 127 = 509 is more than 382: each is reduced by 382 / 509.
  EXPECT_EQ(inks.at(0, 0, 1), 127u * 382 / 509);
  EXPECT_EQ(inks.at(1, 0, 1), 255u * 382 / 509);
}

TEST(LimitsOfInks, HoldForEveryKindOfPage) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk})
    for (const int bits : {8, 16}) {
      Settings settings = absolute({.model = model, .bits = bits});
      settings.intent = Intent::relative;
      settings.keep_black = KeepBlack::neutral;
      settings.ink_limits = {60.0, 70.0, 80.0, 50.0};
      settings.ink_limit = 240;
      const Page page = random_page(settings.format, 2003, 3, test_seed());
      const Inks inks = separate(settings, page, "cpu");
      EXPECT_TRUE(inks == separate(settings, page, "reference"));
      const int max = (1 << bits) - 1;
      for (std::size_t ink = 0; ink < 4; ++ink)
        for (std::int64_t x = 0; x < page.width; ++x)
          ASSERT_LE(inks.at(ink, 1, x), static_cast<std::uint32_t>(*settings.ink_limits[ink] * max / 100));
    }
}

TEST(LimitsOfInks, HoldForSpotInks) {
  Settings settings = limited_cmyk(8);
  settings.format.spots = 1;
  settings.spots = {"Varnish"};
  settings.ink_limits = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, 20.0};
  const Inks inks = separate(settings, row_of<std::uint8_t>(settings.format, {255, 0, 0, 0, 255, 0, 0, 0, 0, 50}));
  EXPECT_EQ(inks.at(0, 0, 0), 255u);
  EXPECT_EQ(inks.at(4, 0, 0), 51u);
  EXPECT_EQ(inks.at(4, 0, 1), 50u);
}

TEST(LimitsOfInks, AreRefusedOutsidePercentsAndInks) {
  for (const double percent : {-0.1, 100.1, std::nan("")}) {
    Settings settings = limited_cmyk(8);
    settings.ink_limits = {percent};
    EXPECT_THAT(make_separator(settings).error().message, HasSubstr("0 to 100 percent"));
  }
  Settings settings = limited_cmyk(8);
  settings.ink_limits.resize(5);
  EXPECT_THAT(make_separator(settings).error().message, HasSubstr("limits of 5 inks for 4"));
}

}  // namespace
}  // namespace platerip::separation
