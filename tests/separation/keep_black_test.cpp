// Grays in black alone: as dark as on the page, and the same from every backend.
#include <gmock/gmock.h>
#include <lcms2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>

#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/separation/odd_littlecms.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::size_t black_plane = 3;

Settings keep_black(const PixelFormat& format, const Profile& press, KeepBlack which = KeepBlack::neutral) {
  Settings settings;
  settings.format = format;
  settings.page = format.model == ColorModel::gray ? Profile::srgb_gray() : Profile::srgb();
  settings.press = press;
  settings.keep_black = which;
  return settings;
}

std::uint32_t max_of(const PixelFormat& format) {
  return (1u << format.bits) - 1;
}

// 256 grays from black to white: all 8-bit ones, or as many 16-bit ones.
Page every_gray(const PixelFormat& format) {
  std::vector<std::uint16_t> samples;
  const std::size_t count = format.model == ColorModel::gray ? 1 : 3;
  for (std::uint32_t gray = 0; gray < 256; ++gray)
    samples.insert(samples.end(), count, static_cast<std::uint16_t>(gray * max_of(format) / 255));
  return format.bits == 16 ? row_of(format, samples)
                           : row_of(format, std::vector<std::uint8_t>(samples.begin(), samples.end()));
}

std::vector<std::uint32_t> blacks_of(const Inks& inks, std::size_t plane = black_plane) {
  std::vector<std::uint32_t> blacks;
  for (std::int64_t x = 0; x < inks.width; ++x) blacks.push_back(inks.at(plane, 0, x));
  return blacks;
}

// Y, computed by LittleCMS in floating point. Ink amounts are in percent.
class Luminance {
 public:
  Luminance(const Profile& profile, cmsUInt32Number format, Intent intent)
      : xyz_(cmsCreateXYZProfile(), cmsCloseProfile),
        transform_(cmsCreateTransform(profile.handle(), format, xyz_.get(), TYPE_XYZ_DBL,
                                      static_cast<cmsUInt32Number>(intent), cmsFLAGS_NOOPTIMIZE),
                   cmsDeleteTransform) {}

  double operator()(const std::vector<double>& color) const {
    cmsCIEXYZ found{};
    cmsDoTransform(transform_.get(), color.data(), &found, 1);
    return found.Y;
  }

 private:
  std::unique_ptr<void, decltype(&cmsCloseProfile)> xyz_;
  std::unique_ptr<void, decltype(&cmsDeleteTransform)> transform_;
};

// For each 8-bit gray, the share of black that is as dark, found by bisection.
std::vector<double> wanted_blacks(const Settings& settings) {
  const bool absolute = settings.intent == Intent::absolute;
  const Intent intent = absolute ? Intent::absolute : Intent::relative;
  const Luminance gray(*settings.page, settings.format.model == ColorModel::gray ? TYPE_GRAY_DBL : TYPE_RGB_DBL,
                       intent);
  const Luminance press(*settings.press, TYPE_CMYK_DBL, intent);
  const auto page_y = [&](double v) { return gray({v, v, v}); };
  const auto press_y = [&](double k) { return press({0, 0, 0, 100 * k}); };
  std::vector<double> wanted;
  for (int v = 0; v < 256; ++v) {
    double y = page_y(v / 255.0);
    if (!absolute && settings.black_point_compensation)
      y = press_y(1) + (y - page_y(0)) * (press_y(0) - press_y(1)) / (page_y(1) - page_y(0));
    double low = 0, high = 1;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      (press_y(middle) > y ? low : high) = middle;
    }
    wanted.push_back(high > 1 - 1e-6 ? 1 : low);
  }
  return wanted;
}

TEST(KeepBlack, IsAsDarkAsThePage) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb})
    for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute})
      for (const bool compensation : {false, true}) {
        Settings settings = keep_black({.model = model}, Profile::default_press());
        settings.intent = intent;
        settings.black_point_compensation = compensation;
        const std::vector<double> wanted = wanted_blacks(settings);
        for (const int bits : {8, 16}) {
          settings.format.bits = bits;
          const auto blacks = blacks_of(separate(settings, every_gray(settings.format), "reference"));
          for (std::size_t v = 0; v < 256; ++v)
            EXPECT_NEAR(blacks[v] * 255.0 / max_of(settings.format), wanted[v] * 255, bits == 8 ? 1 : 0.25)
                << "gray " << v << ", bits " << bits << ", intent " << static_cast<int>(intent) << ", compensation "
                << compensation;
        }
      }
}

TEST(KeepBlack, OfAGrayPageWithAnRgbProfileIsThatOfRgbGrays) {
  Settings rgb = keep_black({}, Profile::default_press());
  rgb.page = made::open(made::wide_rgb());
  Settings gray = keep_black({.model = ColorModel::gray}, Profile::default_press());
  gray.page = *rgb.page->neutral_axis(gray.intent);
  const auto of_rgb = blacks_of(separate(rgb, every_gray(rgb.format)));
  const auto of_gray = blacks_of(separate(gray, every_gray(gray.format)));
  for (std::size_t v = 0; v < 256; ++v) EXPECT_NEAR(of_gray[v], of_rgb[v], 1) << v;
}

TEST(KeepBlack, HasNoOtherInk) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb})
    for (const int bits : {8, 16}) {
      const PixelFormat format{.model = model, .bits = bits};
      const Inks inks = separate(keep_black(format, Profile::default_press()), every_gray(format));
      for (std::size_t ink = 0; ink < black_plane; ++ink)
        EXPECT_THAT(blacks_of(inks, ink), testing::Each(0u)) << ink << ", bits " << bits;
    }
}

TEST(KeepBlack, KeepsPaperWhiteAndBlackSolid) {
  for (const Profile& press :
       {Profile::default_press(), made::open(made::press()), made::open(made::press({.noise = 0.2}))})
    for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation})
      for (const int bits : {8, 16}) {
        Settings settings = keep_black({.model = ColorModel::gray, .bits = bits}, press);
        settings.intent = intent;
        const auto blacks = blacks_of(separate(settings, every_gray(settings.format)));
        EXPECT_EQ(blacks.front(), max_of(settings.format));
        EXPECT_EQ(blacks.back(), 0u);
        settings.black_point_compensation = false;
        EXPECT_EQ(blacks_of(separate(settings, every_gray(settings.format))).back(), 0u);
      }
}

// The noisy press prints 1/4 of black lighter than paper, and 3/4 lighter than a half.
TEST(KeepBlack, NeverFallsWithDarkness) {
  for (const double noise : {0.0, 0.2})
    for (const bool compensation : {false, true}) {
      Settings settings =
          keep_black({.model = ColorModel::gray, .bits = 16}, made::open(made::press({.noise = noise})));
      settings.black_point_compensation = compensation;
      const auto blacks = blacks_of(separate(settings, every_gray(settings.format)));
      EXPECT_TRUE(std::is_sorted(blacks.rbegin(), blacks.rend())) << noise;
      EXPECT_GT(std::set(blacks.begin(), blacks.end()).size(), 100u) << noise;
    }
}

TEST(KeepBlack, OfPagesLeavesColourPagesAlone) {
  const Page page = every_gray({});
  Settings settings = keep_black({}, Profile::default_press(), KeepBlack::k);
  const Inks inks = separate(settings, page);
  settings.keep_black = KeepBlack::none;
  EXPECT_TRUE(inks == separate(settings, page));
}

TEST(KeepBlack, LeavesColoursAlone) {
  const Page page = random_page({}, 1000, 1, test_seed());
  Settings settings = keep_black({}, Profile::default_press());
  const Inks inks = separate(settings, page);
  settings.keep_black = KeepBlack::none;
  const Inks plain = separate(settings, page);
  for (std::int64_t x = 0; x < page.width; ++x) {
    const std::byte* const pixel = &page.pixels[static_cast<std::size_t>(3 * x)];
    if (pixel[0] == pixel[1] && pixel[1] == pixel[2]) continue;
    for (std::size_t ink = 0; ink < 4; ++ink) ASSERT_EQ(inks.at(ink, 0, x), plain.at(ink, 0, x));
  }
}

TEST(KeepBlack, LeavesInksThatPassThroughAlone) {
  Settings settings;
  settings.format.model = ColorModel::cmyk;
  const Page page = random_page(settings.format, 500, 1, test_seed());
  const Inks passed = separate(settings, page);
  settings.keep_black = KeepBlack::neutral;
  EXPECT_TRUE(separate(settings, page) == passed);
}

// Counts colours that are gray once they are composed over paper. Grays stay gray.
TEST(KeepBlack, ComesAfterAlpha) {
  Settings settings = keep_black({.alpha = Alpha::unassociated}, Profile::default_press());
  const Inks over_paper = separate(settings, row_of<std::uint8_t>(settings.format, {9, 80, 200, 0, 0, 0, 0, 102}));
  settings.format.alpha = Alpha::none;
  const Inks plain = separate(settings, row_of<std::uint8_t>(settings.format, {255, 255, 255, 153, 153, 153}));
  EXPECT_TRUE(over_paper == plain);
  EXPECT_EQ(blacks_of(plain)[0], 0u);
  EXPECT_GT(blacks_of(plain)[1], 0u);
}

TEST(KeepBlack, ComesBeforeTheCurveOfBlack) {
  Settings settings = keep_black({}, Profile::default_press());
  const auto plain = blacks_of(separate(settings, every_gray({})));
  settings.curves.resize(4, *Curve::from_points({{0, 0}, {100, 80}}));
  const auto table = settings.curves[black_plane]->table(8);
  const auto calibrated = blacks_of(separate(settings, every_gray({})));
  for (std::size_t v = 0; v < 256; ++v) EXPECT_EQ(calibrated[v], table[plain[v]]);
}

TEST(KeepBlack, IsWithinAnyInkLimit) {
  Settings settings = keep_black({}, Profile::default_press());
  const Inks unlimited = separate(settings, every_gray({}));
  settings.ink_limit = 100;
  EXPECT_TRUE(separate(settings, every_gray({})) == unlimited);
}

made::Press press_with_black(int inks) {
  std::vector<std::string> names = {"Orange", "Green", "Process Black", "Cyan", "Red", "Blue", "Violet", "Gray"};
  names.resize(static_cast<std::size_t>(inks));
  return {.inks = inks, .space = made::space_of_inks(inks), .colorants = names};
}

// Half of the pixels are gray, and some of these are white.
Page with_grays(const PixelFormat& format, std::int64_t width, std::uint32_t seed) {
  Page page = random_page(format, width, 2, seed);
  if (format.model != ColorModel::rgb) return page;
  std::mt19937 random(seed);
  const std::ptrdiff_t sample = format.bits / 8;
  for (auto pixel = page.pixels.begin(); pixel != page.pixels.end(); pixel += format.bytes()) {
    if (random() % 2 == 0) continue;
    if (random() % 4 == 0) std::fill_n(pixel, sample, std::byte{0xFF});
    std::copy_n(pixel, sample, pixel + sample);
    std::copy_n(pixel, sample, pixel + 2 * sample);
  }
  return page;
}

Settings finished(const PixelFormat& format, int inks) {
  Settings settings = keep_black(format, made::open(made::press(press_with_black(inks))));
  settings.curves.assign(static_cast<std::size_t>(inks), *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
  settings.ink_limit = 170;
  return settings;
}

std::vector<Settings> every_kind() {
  std::vector<Settings> kinds;
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb})
    for (const int bits : {8, 16}) {
      for (const Alpha alpha : {Alpha::none, Alpha::associated, Alpha::unassociated})
        kinds.push_back(finished({model, alpha, bits}, 4));
      for (const int inks : {3, 7}) kinds.push_back(finished({.model = model, .bits = bits}, inks));
    }
  return kinds;
}

TEST(KeepBlack, IsTheSameByEveryBackend) {
  const auto seed = test_seed();
  for (const Settings& kind : every_kind()) {
    const auto reference = separator_of(kind, "reference");
    for (const Backend& backend : backends()) {
      if (!backend.supported().ok()) continue;
      const auto separator = separator_of(kind, backend.name);
      ASSERT_THAT(separator->description(), StartsWith(std::string(backend.name)));
      for (const std::int64_t width : {1, 63, 4200}) {
        const Page page = with_grays(kind.format, width, seed);
        Inks inks(page, separator->inks().size()), wanted = inks;
        separate_rows(*separator, page, 0, page.rows, inks);
        separate_rows(*reference, page, 0, page.rows, wanted);
        ASSERT_TRUE(inks == wanted) << separator->description() << ", width " << width << ", bits " << kind.format.bits;
      }
    }
  }
}

// A calm page, so that the table is used.
TEST(KeepBlack, IsInTheTableOfAllColours) {
  if (!find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
  for (const int inks : {4, 7}) {
    Settings settings = finished({}, inks);
    const Page page = every_gray({});
    const Inks wanted = separate(settings, page, "reference");
    settings.pixels = std::int64_t{1} << 40;
    const auto separator = separator_of(settings, "cpu");
    Inks found = wanted;
    separate_rows(*separator, page, 0, 1, found);
    EXPECT_TRUE(found == wanted) << inks;
    EXPECT_THAT(separator->description(), HasSubstr(", table, grays in black alone)"));
  }
}

TEST(KeepBlack, IsTheSameWithExactPrecision) {
  for (const int bits : {8, 16}) {
    Settings settings = keep_black({.bits = bits}, Profile::default_press());
    const Inks inks = separate(settings, every_gray(settings.format));
    settings.precision = Precision::exact;
    EXPECT_TRUE(separate(settings, every_gray(settings.format)) == inks);
  }
}

TEST(KeepBlack, IsSaid) {
  const auto described = [](const Settings& settings) { return separator_of(settings)->description(); };
  Settings settings = keep_black({.model = ColorModel::gray}, made::open(made::press()));
  EXPECT_THAT(described(settings), HasSubstr("grays in black alone)"));
  settings.keep_black = KeepBlack::none;
  EXPECT_THAT(described(settings), Not(HasSubstr("black")));
  settings = keep_black({}, made::open(made::press()));
  EXPECT_THAT(described(settings), HasSubstr("grays in black alone)"));
  EXPECT_EQ(separator_of(settings, "reference")->description(), "reference (grays in black alone)");
  settings.keep_black = KeepBlack::k;
  EXPECT_THAT(described(settings), Not(HasSubstr("black")));
}

TEST(KeepBlack, IsThatOfAnEarlierPage) {
  Settings settings = keep_black({.model = ColorModel::gray}, made::open(made::press()));
  settings.shared = make_shared_tables();
  const Page page = every_gray(settings.format);
  const Inks inks = separate(settings, page, "reference");
  cmsPluginInterpolation plugin = odd_interpolation();  // a tone computed now would differ
  ASSERT_TRUE(cmsPluginTHR(cmsGetProfileContextID(settings.press->handle()), &plugin));
  EXPECT_TRUE(separate(settings, page, "reference") == inks);
  settings.shared.reset();
  EXPECT_FALSE(separate(settings, page, "reference") == inks);
}

// Expects that all backends refuse these settings. Returns the refusal, which says that a page can do without black
// alone.
std::string refusal(const Settings& settings) {
  for (const Backend& backend : backends()) EXPECT_FALSE(make_separator(settings, backend.name).ok()) << backend.name;
  const auto separator = make_separator(settings);
  if (separator.ok()) return "(not refused)";
  const Error& error = separator.error();
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_FALSE(error.advice.empty());
  if (!error.advice.empty()) {
    EXPECT_EQ(error.advice.back().action, Advice::Action::leave_out);
    EXPECT_EQ(error.advice.back().setting, "keep-black");
  }
  return error.message;
}

TEST(KeepBlack, NeedsABlackInk) {
  Settings settings = keep_black({.model = ColorModel::gray}, made::open(made::press_of_inks(6)));
  EXPECT_THAT(refusal(settings), HasSubstr("made.icc: none of its inks is called Black or K"));
  settings.keep_black = KeepBlack::none;
  EXPECT_TRUE(make_separator(settings).ok());
}

TEST(KeepBlack, NeedsToKnowHowDarkBlackIs) {
  EXPECT_THAT(refusal(keep_black({}, made::open(made::press({.prints = {}})))),
              HasSubstr("made.icc: cannot say how dark its black is"));
}

TEST(KeepBlack, NeedsABlackThatIsDark) {
  Settings settings = keep_black({.model = ColorModel::gray}, made::open(made::press()));
  cmsToneCurve* const falling = cmsBuildParametricToneCurve(nullptr, 6, std::array{1.0, -1.0, 1.0, 0.0}.data());
  cmsHPROFILE negative = cmsCreateGrayProfile(cmsD50_xyY(), falling);
  cmsUInt32Number size = 0;
  cmsSaveProfileToMem(negative, nullptr, &size);
  made::Bytes bytes(size);
  cmsSaveProfileToMem(negative, bytes.data(), &size);
  cmsCloseProfile(negative);
  cmsFreeToneCurve(falling);
  settings.page = made::open(bytes, "negative.icc");
  EXPECT_THAT(refusal(settings), HasSubstr("negative.icc: its black is no darker than its white"));
}

}  // namespace
}  // namespace platerip::separation
