// Complete pages through the separators: the bits are LittleCMS' own, however the page is cut into strips.
#include "separation/backends/backends.h"

#include <gtest/gtest.h>
#include <lcms2.h>

#include <cmath>
#include <cstring>
#include <iostream>
#include <thread>

#include "profiles/black_point.h"
#include "tests/profiles/made_profiles.h"
#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;

constexpr Intent all_intents[] = {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute};

struct NamedProfile {
  std::string name;
  Profile profile;
};

std::vector<NamedProfile> presses() {
  std::vector<NamedProfile> result{{"FOGRA39", Profile::default_press()}};
  for (const int inks : {3, 4, 5, 6, 8})
    result.push_back({std::to_string(inks) + " inks", made::open(made::press_of_inks(inks))});
  result.push_back({"one table", made::open(made::press({.separations = {0}, .prints = {0}}))});
  return result;
}

Settings settings_of(const PixelFormat& format, const Profile& page, const Profile& press) {
  Settings settings;
  settings.format = format;
  settings.page = page;
  settings.press = press;
  return settings;
}

Settings default_settings() {
  return settings_of({}, Profile::srgb(), made::open(made::press()));
}

cmsUInt32Number lcms_format(const PixelFormat& format) {
  const cmsUInt32Number bytes = BYTES_SH(format.bits / 8);
  switch (format.model) {
    case ColorModel::gray:
      return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | bytes;
    case ColorModel::rgb:
      return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | bytes;
    case ColorModel::cmyk:
      return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | bytes;
    case ColorModel::lab:
      return COLORSPACE_SH(PT_Lab) | CHANNELS_SH(3) | bytes;
  }
  return 0;
}

// LittleCMS' transform; but for inks whose black it does not find, ours (compensation_test.cpp).
cmsHTRANSFORM open_transform(const Settings& settings, cmsUInt32Number from, cmsUInt32Number to) {
  const cmsHPROFILE page = settings.page->handle(), press = settings.press->handle();
  const cmsUInt32Number flags = settings.black_point_compensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0;
  if (settings.press->channels() > 4)
    return profiles::transform_between(nullptr, page, from, press, to, settings.intent, flags).release();
  return cmsCreateTransform(page, from, press, to, static_cast<cmsUInt32Number>(settings.intent), flags);
}

// The definition: one call of cmsDoTransform for the complete page, interleaved. The planes must have exactly its
// values.
void expect_lcms_bits(const Settings& settings, const Page& page, const std::string& what) {
  const auto inks = static_cast<std::size_t>(settings.press->channels());
  const auto pixels = static_cast<std::size_t>(page.width * page.rows);
  const auto bytes = static_cast<std::size_t>(page.format.bits / 8);
  cmsHTRANSFORM transform = open_transform(
      settings, lcms_format(page.format),
      cmsFormatterForColorspaceOfProfile(settings.press->handle(), static_cast<cmsUInt32Number>(bytes), FALSE));
  ASSERT_TRUE(transform) << what;
  std::vector<std::byte> expected(pixels * inks * bytes);
  cmsDoTransform(transform, page.pixels.data(), expected.data(), static_cast<cmsUInt32Number>(pixels));
  cmsDeleteTransform(transform);

  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    const Inks result = separate(settings, page, backend.name);
    ASSERT_TRUE(result.margins_untouched()) << what;
    for (std::int64_t row = 0; row < page.rows; ++row)
      for (std::int64_t x = 0; x < page.width; ++x)
        for (std::size_t ink = 0; ink < inks; ++ink) {
          const std::size_t at = static_cast<std::size_t>(row * page.width + x) * inks + ink;
          std::uint16_t sample = 0;
          if (bytes == 1)
            sample = std::to_integer<std::uint16_t>(expected[at]);
          else
            std::memcpy(&sample, &expected[2 * at], 2);
          ASSERT_EQ(result.at(ink, row, x), sample) << what << ", backend " << backend.name << ", ink " << ink;
        }
  }
}

// Of the combinations with and without something, a test takes one: opening the transforms takes most of its time.
bool by_chance() {
  static std::mt19937 random(test_seed());
  return random() % 2 == 0;
}

// Each intent with or without compensation, in pages that are random.
void expect_lcms_bits_for_every_intent(const PixelFormat& format, const Profile& page, const NamedProfile& press,
                                       std::int64_t width) {
  for (const Intent intent : all_intents) {
    Settings settings = settings_of(format, page, press.profile);
    settings.intent = intent;
    settings.black_point_compensation = by_chance();
    expect_lcms_bits(settings, random_page(format, test::sanitized ? width / 8 : width, 7, test_seed()),
                     page.name() + " to " + press.name + ", intent " + std::to_string(static_cast<int>(intent)) +
                         ", compensation " + std::to_string(settings.black_point_compensation));
  }
}

TEST(Separation, OfRgbIsLittleCms) {
  for (const NamedProfile& press : presses()) {
    expect_lcms_bits_for_every_intent({}, Profile::srgb(), press, 1009);
    expect_lcms_bits_for_every_intent({}, made::open(made::wide_rgb()), press, 1009);
  }
}

TEST(Separation, Of16BitRgbIsLittleCms) {
  for (const NamedProfile& press : presses())
    expect_lcms_bits_for_every_intent({.bits = 16}, Profile::srgb(), press, 503);
}

TEST(Separation, OfGrayIsLittleCms) {
  const Profile uneven = *made::open(made::uneven_rgb()).neutral_axis(Intent::relative);
  for (const NamedProfile& press : presses())
    for (const int bits : {8, 16}) {
      const PixelFormat format{.model = ColorModel::gray, .bits = bits};
      expect_lcms_bits_for_every_intent(format, Profile::srgb_gray(), press, 503);
      expect_lcms_bits_for_every_intent(format, made::open(made::gray()), press, 503);
      expect_lcms_bits_for_every_intent(format, uneven, press, 503);
    }
}

TEST(Separation, OfCmykIsLittleCms) {
  const Profile page = made::open(made::press());
  for (const int inks : {4, 6}) {
    const NamedProfile press{std::to_string(inks) + " inks", made::open(made::press_of_inks(inks))};
    for (const int bits : {8, 16})
      expect_lcms_bits_for_every_intent({.model = ColorModel::cmyk, .bits = bits}, page, press, 251);
  }
}

// A row longer than the pieces in which rows are separated. And the RGB cube: every third value, and the last one.
TEST(Separation, OfTheRgbCubeIsLittleCms) {
  constexpr int reds_apart = test::sanitized ? 15 : 3;
  Page cube{{}, 86 * 86, 255 / reds_apart + 1, {}};
  for (int r = 0; r < 256; r += reds_apart)
    for (int g = 0; g < 256; g += 3)
      for (int b = 0; b < 256; b += 3)
        for (const int c : {r, g, b}) cube.pixels.push_back(static_cast<std::byte>(c));
  for (const NamedProfile& press : presses())
    expect_lcms_bits(settings_of({}, Profile::srgb(), press.profile), cube, press.name);
}

TEST(Separation, PassesCmykThrough) {
  for (const int bits : {8, 16}) {
    Settings settings;
    settings.format = {ColorModel::cmyk, Alpha::none, bits};
    const Page page = random_page(settings.format, 5001, 3, test_seed());
    const Inks inks = separate(settings, page);
    for (std::int64_t row = 0; row < page.rows; ++row)
      for (std::int64_t x = 0; x < page.width; ++x)
        for (std::size_t ink = 0; ink < 4; ++ink) {
          const std::byte* sample = page.pixels.data() + ((row * page.width + x) * 4 + ink) * (bits / 8);
          std::uint16_t wide = 0;
          std::memcpy(&wide, sample, static_cast<std::size_t>(bits / 8));
          ASSERT_EQ(inks.at(ink, row, x), wide);
        }
  }
}

// Paper stays paper, also after curves and ink limit: no plate may get a dot there. (The absolute intent is an
// exception, because it prints the colour of the paper.)
TEST(Separation, KeepsPaperWhite) {
  const Curve curve = *Curve::from_points({{5, 20}, {50, 70}, {100, 100}});
  for (const NamedProfile& press : presses())
    for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation})
      for (const int bits : {8, 16})
        for (const ColorModel model : {ColorModel::rgb, ColorModel::gray}) {
          const bool rgb = model == ColorModel::rgb;
          Settings settings =
              settings_of({model, Alpha::none, bits}, rgb ? Profile::srgb() : Profile::srgb_gray(), press.profile);
          settings.intent = intent;
          settings.black_point_compensation = by_chance();
          settings.curves.assign(static_cast<std::size_t>(press.profile.channels()), curve);
          settings.ink_limit = 100;
          const Page paper{
              settings.format, 3, 1,
              std::vector<std::byte>(static_cast<std::size_t>(3 * settings.format.bytes()), std::byte{0xFF})};
          const Inks inks = separate(settings, paper);
          for (std::size_t ink = 0; ink < inks.planes.size(); ++ink)
            EXPECT_EQ(inks.at(ink, 0, 1), 0u) << press.name << ", ink " << ink << ", bits " << bits << ", rgb " << rgb
                                              << ", compensation " << settings.black_point_compensation;
        }
}

TEST(Separation, ComposesAlphaFirst) {
  for (const int bits : {8, 16}) {
    const std::uint16_t max = bits == 8 ? 255 : 65535;
    const std::uint16_t half = bits == 8 ? 102 : 26214;  // 40 %
    const std::vector<std::uint16_t> with_alpha = {0, half, max, half, 7, 8, 9, max, 1, 2, 3, 0};
    const auto mix = [&](int c) { return static_cast<std::uint16_t>(std::round(c * 0.4 + max * 0.6)); };
    const std::vector<std::uint16_t> without = {mix(0), mix(half), mix(max), 7, 8, 9, max, max, max};

    Settings settings = default_settings();
    settings.format.bits = bits;
    const auto page_of = [&](const std::vector<std::uint16_t>& samples) {
      return bits == 16 ? row_of(settings.format, samples)
                        : row_of(settings.format, std::vector<std::uint8_t>(samples.begin(), samples.end()));
    };
    const Inks plain = separate(settings, page_of(without));
    settings.format.alpha = Alpha::unassociated;
    EXPECT_EQ(separate(settings, page_of(with_alpha)), plain);
  }
}

// Curves and then the limit, on the inks of a page that passes through.
TEST(Separation, AppliesCurvesThenTheInkLimit) {
  Settings settings;
  settings.format.model = ColorModel::cmyk;
  settings.curves = {*Curve::from_points({{50, 25}, {100, 100}}), std::nullopt, std::nullopt,
                     *Curve::from_points({{50, 40}, {100, 80}})};
  settings.ink_limit = 250;
  const Page page = random_page(settings.format, 4999, 5, test_seed());
  const Inks inks = separate(settings, page);
  const auto cyan = settings.curves[0]->table(8);
  const auto black = settings.curves[3]->table(8);
  constexpr unsigned limit = 637;  // 250 % of 255, rounded down
  for (std::int64_t row = 0; row < page.rows; ++row)
    for (std::int64_t x = 0; x < page.width; ++x) {
      const std::byte* p = page.pixels.data() + (row * page.width + x) * 4;
      std::array<unsigned, 4> wanted{};
      for (std::size_t i = 0; i < 4; ++i) wanted[i] = std::to_integer<unsigned>(p[i]);
      wanted[0] = cyan[wanted[0]];
      wanted[3] = black[wanted[3]];
      const unsigned sum = wanted[0] + wanted[1] + wanted[2];
      if (sum + wanted[3] > limit)
        for (std::size_t i = 0; i < 3; ++i) wanted[i] = wanted[i] * (limit - wanted[3]) / sum;
      for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(inks.at(i, row, x), wanted[i]);
    }
}

// 280 % of 255 is 714 exactly; a limit computed as 2.8 · 255 would be 713.
TEST(Separation, TakesTheInkLimitExactly) {
  Settings settings;
  settings.format.model = ColorModel::cmyk;
  settings.ink_limit = 280;
  const Inks inks = separate(settings, row_of<std::uint8_t>(settings.format, {255, 204, 0, 255, 255, 255, 204, 0}));
  EXPECT_EQ(inks.at(0, 0, 0), 255u);
  EXPECT_EQ(inks.at(1, 0, 1) + inks.at(0, 0, 1) + inks.at(2, 0, 1), 714u);
}

// Black is the ink of that name, at any position. If no ink has the name, none is black, except in CMYK.
TEST(Separation, KeepsTheInkNamedBlack) {
  Settings plain = settings_of(
      {}, Profile::srgb(),
      made::open(made::press(
          {.inks = 5, .space = cmsSig5colorData, .colorants = {"Orange", "BLACK", "Cyan", "Green", "Red"}})));
  const Page dark = row_of<std::uint8_t>({}, {0, 0, 0});
  Settings limited = plain;
  limited.ink_limit = 200;
  const Inks before = separate(plain, dark);
  const Inks after = separate(limited, dark);
  EXPECT_EQ(after.at(1, 0, 0), before.at(1, 0, 0));
  EXPECT_LT(after.at(0, 0, 0), before.at(0, 0, 0));

  limited.press = made::open(made::press_of_inks(5));
  const Inks none = separate(limited, dark);
  for (std::size_t ink = 0; ink < 5; ++ink) EXPECT_LT(none.at(ink, 0, 0), before.at(ink, 0, 0));
}

TEST(Separation, IsTheSameInAnyStrips) {
  const auto seed = test_seed();
  std::mt19937 random(seed);
  for (const Alpha alpha : {Alpha::none, Alpha::unassociated})
    for (const int bits : {8, 16}) {
      Settings settings = default_settings();
      settings.format = {ColorModel::rgb, alpha, bits};
      settings.curves.assign(4, *Curve::from_points({{50, 60}, {100, 100}}));
      settings.ink_limit = 240;
      const auto separator = separator_of(settings), another = separator_of(settings);
      for (const std::int64_t width : {1, 2, 77, 4095, 4096, 4097, 9000}) {
        const Page page = random_page(settings.format, width, 23, seed);
        Inks whole(page, 4), cut(page, 4);
        separate_rows(*another, page, 0, page.rows, whole);
        ASSERT_TRUE(whole.margins_untouched());

        for (std::int64_t row = 0; row < page.rows;) {
          const std::int64_t count = std::min<std::int64_t>(page.rows - row, random() % 6);
          separate_rows(*separator, page, row, count, cut);
          row += count;
        }
        ASSERT_EQ(cut, whole) << "width " << width << ", bits " << bits;
      }
    }
}

TEST(Separation, IsTheSameFromManyThreads) {
  const auto seed = test_seed();
  const Settings settings = default_settings();
  Page page = random_page(settings.format, 1500, 64, seed);
  // Also runs of equal pixels: LittleCMS remembers the last pixel.
  for (std::size_t i = 3; i < page.pixels.size() / 2; ++i)
    if (i / 3 % 5 != 0) page.pixels[i] = page.pixels[i - 3];
  const auto separator = separator_of(settings);
  const Inks serial = separate(settings, page);

  Inks parallel(page, 4);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (std::int64_t row = t; row < page.rows; row += 8) separate_rows(*separator, page, row, 1, parallel);
    });
  threads.clear();
  EXPECT_EQ(parallel, serial);
}

TEST(Separation, OutlivesTheProfilesItWasMadeFrom) {
  std::optional<Settings> settings = default_settings();
  const Page page = random_page(settings->format, 100, 1, 1);
  const Inks expected = separate(*settings, page);
  const auto separator = separator_of(*settings);
  settings.reset();
  Inks inks(page, 4);
  separate_rows(*separator, page, 0, 1, inks);
  EXPECT_EQ(inks, expected);
}

TEST(Separation, NeedsLittleMemoryForPagesOfAnySize) {
  const auto separator = separator_of(default_settings());
  EXPECT_LE(separator->workspace_bytes(std::int64_t{1} << 40, std::int64_t{1} << 40), std::size_t{1} << 20);
  EXPECT_LE(separator->workspace_bytes(0, 0), 16u);
}

}  // namespace
}  // namespace platerip::separation
