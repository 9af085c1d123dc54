// Inks made from a page, against their definitions (separation/made_ink.h), pixel by pixel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "separation/backends/backends.h"
#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Profile;
using testing::HasSubstr;

constexpr std::int64_t width = 101;
constexpr std::int64_t rows = 6;

Settings page_settings(ColorModel model, Alpha alpha, int bits, int spots) {
  Settings settings;
  settings.format = {.model = model, .alpha = alpha, .bits = bits, .spots = spots};
  if (model == ColorModel::rgb) settings.page = Profile::srgb();
  if (model == ColorModel::gray) settings.page = Profile::srgb_gray();
  if (model != ColorModel::cmyk) settings.press = made::open(made::press_of_inks(4));
  if (spots > 0) settings.spots = {"Varnish"};
  return settings;
}

template <typename Sample>
struct Page {
  std::size_t samples;
  std::vector<Sample> pixels;
  std::vector<std::vector<Sample>> planes;

  [[nodiscard]] const Sample* pixel(std::size_t i) const { return &pixels[i * samples]; }
};

// Separates a page of random pixels, of which many are paper, solid, opaque or clear.
template <typename Sample>
Page<Sample> separated(const Settings& settings, const std::string& backend) {
  Page<Sample> page{static_cast<std::size_t>(settings.format.bytes()) / sizeof(Sample), {}, {}};
  page.pixels.resize(static_cast<std::size_t>(width * rows) * page.samples);
  std::mt19937 random(test_seed());
  for (Sample& sample : page.pixels) {
    const auto word = static_cast<unsigned>(random());
    sample = static_cast<Sample>(word % 4 == 0 ? std::numeric_limits<Sample>::max() : word % 4 == 1 ? 0 : word >> 4);
  }
  const auto separator = make_separator(settings, backend);
  EXPECT_TRUE(separator.ok()) << separator.error().message;
  page.planes.assign((*separator)->inks().size(), std::vector<Sample>(width * rows));
  std::vector<Plane> out;
  for (auto& plane : page.planes) out.push_back({reinterpret_cast<std::byte*>(plane.data()), width * sizeof(Sample)});
  std::vector<std::byte> workspace((*separator)->workspace_bytes(width, rows));
  const auto* const first = reinterpret_cast<const std::byte*>(page.pixels.data());
  EXPECT_TRUE((*separator)->run({width, rows, first, width * settings.format.bytes()}, out, workspace).ok());
  return page;
}

double root(double t) {
  return t > std::pow(6.0 / 29, 3) ? std::cbrt(t) : t * std::pow(29.0 / 6, 2) / 3 + 4.0 / 29;
}

// What the definitions say of a pixel.
struct Told {
  std::uint64_t coverage, lightness;
  double x, y, z;  // f of CIE 15, in steps of 2^-20
};

Told told(const PixelFormat& format, std::vector<std::uint64_t> samples) {
  const std::uint64_t max = format.bits == 8 ? 255 : 65535;
  const auto colors = static_cast<std::size_t>(colors_of(format.model));
  const std::uint64_t a = format.alpha == Alpha::none ? max : samples[colors];
  if (format.alpha == Alpha::associated)
    for (std::size_t i = 0; i < colors; ++i) samples[i] = a == 0 ? 0 : std::min(max, (samples[i] * max + a / 2) / a);
  double light[3];
  for (std::size_t i = 0; i < 3; ++i) {
    std::uint64_t v = samples[format.model == ColorModel::gray ? 0 : i];
    if (format.model == ColorModel::cmyk) v = max - std::min(max, v + samples[3]);
    const double s = static_cast<double>(v) / static_cast<double>(max);
    light[i] = std::round(65535 * (s > 0.04045 ? std::pow((s + 0.055) / 1.055, 2.4) : s / 12.92));
  }
  const auto sum = [&](double r, double g, double b) {
    return std::floor((r * light[0] + g * light[1] + b * light[2] + 32768) / 65536) / 65535;
  };
  const double x = sum(28439, 24655, 12442), y = sum(13933, 46871, 4732), z = sum(1164, 7174, 57198);
  const double l = 116 * root(y) - 16;
  const auto lightness = static_cast<std::uint64_t>(std::lround(static_cast<double>(max) * l / 100));
  const auto step = [](double t) { return std::round(std::ldexp(root(t), 20)); };
  return {a, lightness, step(x), step(y), step(z)};
}

template <typename Sample>
void expect_as_defined(const Settings& page_only, const std::string& backend) {
  Settings settings = page_only;
  const std::size_t before = 4 + settings.spots.size();
  settings.made = {{.name = "Light", .from = MadeFrom::light},
                   {.name = "Dark", .from = MadeFrom::dark, .amount = 62.5},
                   {.name = "All", .from = MadeFrom::all, .amount = 33.33},
                   {.name = "Any", .from = MadeFrom::inks},
                   {.name = "Some", .from = MadeFrom::inks, .inks = {1, 3}},
                   {.name = "Yellow again", .from = MadeFrom::spot, .inks = {2}}};
  const bool has_alpha = settings.format.alpha != Alpha::none;
  if (has_alpha) settings.made.push_back({.name = "White", .from = MadeFrom::coverage});
  settings.curves.resize(before + 1);
  settings.curves[before] = *Curve::from_points({{50, 10}, {100, 90}});
  const auto curve = settings.curves[before]->table(settings.format.bits);
  const Page<Sample> page = separated<Sample>(settings, backend);
  const Page<Sample> plain = separated<Sample>(page_only, backend);
  ASSERT_EQ(page.planes.size(), before + settings.made.size());
  constexpr std::uint64_t max = std::numeric_limits<Sample>::max();
  for (std::size_t ink = 0; ink < before; ++ink) EXPECT_EQ(page.planes[ink], plain.planes[ink]) << ink;
  for (std::size_t i = 0; i < width * rows; ++i) {
    const auto made = [&](std::size_t n) { return std::uint64_t{page.planes[before + n][i]}; };
    const Told pixel = told(settings.format, {page.pixel(i), page.pixel(i) + page.samples});
    const std::uint64_t a = pixel.coverage, light = (a * pixel.lightness + max / 2) / max,
                        dark = (a * (max - pixel.lightness) + max / 2) / max;
    ASSERT_EQ(made(0), curve[light]) << i;
    ASSERT_EQ(made(1), (dark * 6250 + 5000) / 10000) << i;
    ASSERT_EQ(made(2), (max * 3333 + 5000) / 10000);
    bool any = false;
    for (std::size_t ink = 0; ink < before; ++ink) any = any || page.planes[ink][i] > 0;
    ASSERT_EQ(made(3), any ? max : 0) << i;
    ASSERT_EQ(made(4), page.planes[1][i] > 0 || page.planes[3][i] > 0 ? max : 0) << i;
    ASSERT_EQ(made(5), page.planes[2][i]);
    ASSERT_EQ(has_alpha ? made(6) : a, a);
  }
}

template <typename Sample>
void expect_knocked_out(const Settings& plain, double tolerance) {
  Settings settings = plain;
  settings.made = {{.name = "White", .from = MadeFrom::all}, {.name = "Mask", .from = MadeFrom::knocked_out}};
  const Settings without = settings;
  settings.knock_out = KnockOut{{255, 0, 0}, tolerance};
  const Page<Sample> page = separated<Sample>(settings, "cpu"), whole = separated<Sample>(without, "cpu");
  const int bits = settings.format.bits;
  const Told red = told({.bits = bits}, {bits == 8 ? 255u : 65535u, 0, 0});
  std::size_t out = 0;
  for (std::size_t i = 0; i < width * rows; ++i) {
    const Told pixel = told(settings.format, {page.pixel(i), page.pixel(i) + page.samples});
    const double x = pixel.x - red.x, y = pixel.y - red.y, z = pixel.z - red.z;
    const bool is_out = std::hypot(116 * y, 500 * (x - y), 200 * (y - z)) <= std::ldexp(tolerance, 20);
    out += is_out;
    ASSERT_EQ(page.planes.back()[i], is_out ? std::numeric_limits<Sample>::max() : 0) << i;
    for (std::size_t ink = 0; ink + 1 < page.planes.size(); ++ink)
      ASSERT_EQ(page.planes[ink][i], is_out ? 0 : whole.planes[ink][i]) << i << ' ' << ink;
  }
  EXPECT_GT(out, 0u);
  EXPECT_LT(out, static_cast<std::size_t>(width * rows));
}

template <typename Use>
void for_all_pages(Use use) {
  for (const ColorModel model : {ColorModel::rgb, ColorModel::gray, ColorModel::cmyk})
    for (const Alpha alpha : {Alpha::none, Alpha::unassociated, Alpha::associated})
      for (const int bits : {8, 16})
        for (const int spots : {0, 1}) use(page_settings(model, alpha, bits, spots));
}

TEST(MadeInks, AreWhatTheirDefinitionsSay) {
  for (const Backend& backend : backends())
    for_all_pages([&](const Settings& page) {
      SCOPED_TRACE(testing::Message() << backend.name << " " << page.format.bits << " bits, model "
                                      << static_cast<int>(page.format.model));
      page.format.bits == 8 ? expect_as_defined<std::uint8_t>(page, std::string(backend.name))
                            : expect_as_defined<std::uint16_t>(page, std::string(backend.name));
    });
}

TEST(MadeInks, NothingIsPrintedWhereAColourIsKnockedOut) {
  for (const double tolerance : {0.0, 40.0})
    for_all_pages([&](const Settings& page) {
      if (page.format.model != ColorModel::rgb) return;
      page.format.bits == 8 ? expect_knocked_out<std::uint8_t>(page, tolerance)
                            : expect_knocked_out<std::uint16_t>(page, tolerance);
    });
}

TEST(MadeInks, ThatAPageCannotHaveAreErrors) {
  const auto error_of = [](Settings settings, const MadeInk& ink) {
    settings.made = {ink};
    const auto separator = make_separator(settings);
    return separator.ok() ? "" : separator.error().message;
  };
  const Settings rgb = page_settings(ColorModel::rgb, Alpha::none, 8, 0);
  EXPECT_THAT(error_of(rgb, {.name = "White"}), HasSubstr("White cannot be made: the page has no alpha"));
  EXPECT_THAT(error_of(rgb, {.name = "A", .from = MadeFrom::inks, .inks = {4}}), HasSubstr("no such ink"));
  EXPECT_THAT(error_of(rgb, {.name = "A", .from = MadeFrom::all, .amount = 101}), HasSubstr("0 to 100 percent"));
  Settings lab = rgb;
  lab.format.model = ColorModel::lab;
  lab.page = Profile::lab();
  lab.precision = Precision::exact;
  EXPECT_THAT(error_of(lab, {.name = "A", .from = MadeFrom::light}), HasSubstr("lightness"));
  EXPECT_EQ(error_of(lab, {.name = "A", .from = MadeFrom::all}), "");
  lab.knock_out = KnockOut();
  EXPECT_FALSE(make_separator(lab).ok());
}

}  // namespace
}  // namespace platerip::separation
