// Black point compensation for presses whose black LittleCMS does not find: it knows CMY and CMYK only.
#include <gtest/gtest.h>
#include <lcms2.h>

#include <cmath>
#include <cstdlib>
#include <memory>

#include "profiles/black_point.h"
#include "profiles/default_press_data.h"
#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;

constexpr Intent all_intents[] = {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute};

using Handle = std::unique_ptr<void, decltype(&cmsCloseProfile)>;
using Transform = std::unique_ptr<void, decltype(&cmsDeleteTransform)>;

Profile page_profile(ColorModel model) {
  switch (model) {
    case ColorModel::gray:
      return Profile::srgb_gray();
    case ColorModel::rgb:
      return Profile::srgb();
    case ColorModel::cmyk:
      return made::open(made::press());
    case ColorModel::lab:
      break;
  }
  return Profile::lab();
}

// 16-bit pages with exact precision and all intents; 8-bit pages with LittleCMS' own precision and two intents.
std::vector<Settings> every_kind_of_page(Precision precision) {
  std::vector<Settings> kinds;
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk, ColorModel::lab}) {
    if (model == ColorModel::lab && precision == Precision::littlecms) continue;
    for (const Intent intent : all_intents) {
      if (precision == Precision::littlecms && intent > Intent::relative) continue;
      Settings settings;
      settings.format = {.model = model, .bits = precision == Precision::exact ? 16 : 8};
      settings.page = page_profile(model);
      settings.precision = precision;
      settings.intent = intent;
      kinds.push_back(settings);
      settings.black_point_compensation = false;
      if (intent == Intent::relative) kinds.push_back(settings);
    }
  }
  return kinds;
}

std::string described(const Settings& settings) {
  return "model " + std::to_string(static_cast<int>(settings.format.model)) + ", " +
         std::to_string(settings.format.bits) + " bits, precision " +
         std::to_string(static_cast<int>(settings.precision)) + ", intent " +
         std::to_string(static_cast<int>(settings.intent)) + ", compensation " +
         std::to_string(settings.black_point_compensation);
}

// The greatest difference of two inks, in the planes' own samples.
int difference(const Inks& one, std::size_t ink, const Inks& other, std::size_t others_ink) {
  int most = 0;
  for (std::int64_t x = 0; x < one.width; ++x)
    most = std::max(most, std::abs(static_cast<int>(one.at(ink, 0, x)) - static_cast<int>(other.at(others_ink, 0, x))));
  return most;
}

// Expects the inks of CMYK, give or take `tolerance`, and none of the inks before them.
void expect_inks_of_cmyk(Settings settings, const Profile& press, const Profile& cmyk, int tolerance = 0) {
  const Page page = random_page(settings.format, 500, 1, test_seed());
  settings.press = cmyk;
  const Inks wanted = separate(settings, page, "reference");
  settings.press = press;
  const auto unused = static_cast<std::size_t>(press.inks() - 4);
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    const std::string what = std::string(backend.name) + ", " + press.name() + ", " + described(settings);
    const Inks found = separate(settings, page, backend.name);
    for (std::size_t ink = 0; ink < 4; ++ink)
      ASSERT_LE(difference(found, unused + ink, wanted, ink), tolerance) << what << ", ink " << ink;
    for (std::size_t ink = 0; ink < unused; ++ink)
      for (std::int64_t x = 0; x < page.width; ++x) ASSERT_EQ(found.at(ink, 0, x), 0u) << what;
  }
}

struct InkSpace {
  made::Bytes cmyk;
  cmsColorSpaceSignature name;
};

TEST(Compensation, HasTheInksOfCmykWhateverTheInkSpaceIsCalled) {
  const auto offset = profiles::default_press_bytes();
  for (const InkSpace& space :
       {InkSpace{{offset.begin(), offset.end()}, cmsSig4colorData}, InkSpace{made::press(), cmsSigMCH4Data}}) {
    const Profile cmyk = made::open(space.cmyk), press = made::open(made::in_space(space.cmyk, space.name));
    for (const Settings& settings : every_kind_of_page(Precision::exact))
      ASSERT_NO_FATAL_FAILURE(expect_inks_of_cmyk(settings, press, cmyk));
    // In its grids, LittleCMS takes the last traces of ink from the white of CMYK, and of no other inks.
    for (const Settings& settings : every_kind_of_page(Precision::littlecms))
      ASSERT_NO_FATAL_FAILURE(expect_inks_of_cmyk(settings, press, cmyk, 1));
  }
}

TEST(Compensation, HasTheInksOfCmykBesideInksThatAreNeverPrinted) {
  const Profile cmyk = made::open(made::press_with_unused_inks(0));
  for (const int unused : {1, 2, 4}) {
    const Profile press = made::open(made::press_with_unused_inks(unused), std::to_string(4 + unused) + " inks");
    for (const Settings& settings : every_kind_of_page(Precision::exact))
      ASSERT_NO_FATAL_FAILURE(expect_inks_of_cmyk(settings, press, cmyk));
  }
}

// Scales XYZ by hand, in floating point: ISO 18619.
std::vector<std::uint16_t> inks_by_hand(const Profile& page, const Profile& press, Intent intent,
                                        const std::vector<std::uint16_t>& rgb) {
  const Handle xyz(cmsCreateXYZProfile(), cmsCloseProfile), lab(cmsCreateLab2Profile(nullptr), cmsCloseProfile);
  cmsSetProfileVersion(xyz.get(), 2.1);  // with version 4, LittleCMS would apply black point compensation
  const auto number = static_cast<cmsUInt32Number>(intent);
  const Transform to_xyz(
      cmsCreateTransform(page.handle(), TYPE_RGB_16, xyz.get(), TYPE_XYZ_DBL, number, cmsFLAGS_NOOPTIMIZE),
      cmsDeleteTransform);
  const Transform to_inks(
      cmsCreateTransform(lab.get(), TYPE_Lab_DBL, press.handle(),
                         cmsFormatterForColorspaceOfProfile(press.handle(), 2, FALSE), number, cmsFLAGS_NOOPTIMIZE),
      cmsDeleteTransform);
  const cmsCIEXYZ black = profiles::black_of_press(press.handle(), intent);
  const auto count = static_cast<cmsUInt32Number>(rgb.size() / 3);
  std::vector<cmsCIEXYZ> colors(count);
  std::vector<cmsCIELab> wanted(count);
  std::vector<std::uint16_t> inks(count * static_cast<std::size_t>(press.inks()));
  cmsDoTransform(to_xyz.get(), rgb.data(), colors.data(), count);
  const cmsCIEXYZ& white = *cmsD50_XYZ();
  for (std::size_t i = 0; i < count; ++i) {  // the page's black is 0
    cmsCIEXYZ& color = colors[i];
    color.X = black.X + color.X * (white.X - black.X) / white.X;
    color.Y = black.Y + color.Y * (white.Y - black.Y) / white.Y;
    color.Z = black.Z + color.Z * (white.Z - black.Z) / white.Z;
    cmsXYZ2Lab(nullptr, &wanted[i], &color);
  }
  cmsDoTransform(to_inks.get(), wanted.data(), inks.data(), count);
  return inks;
}

TEST(Compensation, ScalesLightFromTheBlackOfThePageToThatOfThePress) {
  const PixelFormat format{.bits = 16};
  const Page page = random_page(format, 1000, 1, test_seed());
  std::vector<std::uint16_t> samples(page.pixels.size() / 2);
  std::memcpy(samples.data(), page.pixels.data(), page.pixels.size());
  for (const int inks : {5, 6, 8}) {
    Settings settings;
    settings.format = format;
    settings.page = Profile::srgb();
    settings.press = made::open(made::press_with_unused_inks(inks - 4));
    settings.precision = Precision::exact;
    const std::vector<std::uint16_t> wanted = inks_by_hand(*settings.page, *settings.press, settings.intent, samples);
    const Inks found = separate(settings, page, "reference");
    for (std::int64_t x = 0; x < page.width; ++x) {
      for (std::size_t ink = 0; ink < static_cast<std::size_t>(inks); ++ink)
        ASSERT_NEAR(found.at(ink, 0, x), wanted[static_cast<std::size_t>(x * inks) + ink], 64) << inks << " inks";
    }
  }
}

// L* of the colours that inks print, relative to paper.
std::vector<double> printed_lightness(const Inks& inks, const Profile& press) {
  const Handle lab(cmsCreateLab4Profile(nullptr), cmsCloseProfile);
  const Transform transform(
      cmsCreateTransform(press.handle(), cmsFormatterForColorspaceOfProfile(press.handle(), 2, FALSE), lab.get(),
                         TYPE_Lab_DBL, INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE),
      cmsDeleteTransform);
  std::vector<double> result;
  for (std::int64_t x = 0; x < inks.width; ++x) {
    std::vector<std::uint16_t> pixel;
    for (std::size_t ink = 0; ink < inks.planes.size(); ++ink)
      pixel.push_back(static_cast<std::uint16_t>(inks.at(ink, 0, x)));
    cmsCIELab found{};
    cmsDoTransform(transform.get(), pixel.data(), &found, 1);
    result.push_back(found.L);
  }
  return result;
}

TEST(Compensation, KeepsShadowsApartOnPressesOfMoreThanFourInks) {
  for (const int unused : {0, 1, 2, 4}) {
    Settings settings;
    settings.format.bits = 16;
    settings.page = Profile::srgb();
    settings.press = made::open(made::press_with_unused_inks(unused));
    std::vector<std::uint16_t> grays;
    for (int gray = 0; gray <= 48; gray += 8) grays.insert(grays.end(), 3, static_cast<std::uint16_t>(257 * gray));
    const Page page = row_of(settings.format, grays);
    const auto least_step = [&](bool compensation) {
      settings.black_point_compensation = compensation;
      const std::vector<double> printed = printed_lightness(separate(settings, page), *settings.press);
      double least = 100;
      for (std::size_t i = 1; i < printed.size(); ++i) least = std::min(least, printed[i] - printed[i - 1]);
      return least;
    };
    EXPECT_GT(least_step(true), 0.2) << 4 + unused << " inks";
    EXPECT_LT(least_step(false), 0.2) << 4 + unused << " inks";
  }
}

}  // namespace
}  // namespace platerip::separation
