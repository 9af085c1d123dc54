// Ink planes on the device have the bits of the reference, for all kinds of pages and any layout in memory.
#include "separation/cuda/device_separator.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "separation/plan.h"
#include "tests/on_threads.h"
#include "tests/profiles/made_links.h"
#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/separation/odd_littlecms.h"
#include "tests/separation/on_device.h"

namespace platerip::separation::cuda {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Black is in the second group of four.
const std::vector<std::string> six_inks = {"Cyan", "Magenta", "Yellow", "Orange", "Black", "Green"};

Settings rgb_to(const Profile& press, int bits = 8) {
  Settings settings;
  settings.format.bits = bits;
  settings.page = Profile::srgb();
  settings.press = press;
  return settings;
}

Settings rgb_to_inks(int inks, int bits = 8) {
  return rgb_to(made::open(made::press_of_inks(inks)), bits);
}

// The settings for exact precision, and a page that is large enough for the table.
Settings exact(Settings settings) {
  settings.precision = Precision::exact;
  settings.pixels = std::int64_t{1} << 40;
  return settings;
}

Settings keep_black(Settings settings) {
  settings.keep_black = KeepBlack::neutral;
  return settings;
}

Settings paper_white(Settings settings) {
  settings.intent = Intent::absolute;
  settings.paper_white = true;
  return settings;
}

Settings cmyk_through_link(int inks, int bits) {
  Settings settings;
  settings.format = {ColorModel::cmyk, Alpha::none, bits};
  settings.page = made::open(made::link(Profile::default_press(), made::open(made::press_of_inks(inks))));
  if (inks == 4) settings.keep_black = KeepBlack::k;
  return settings;
}

Settings with_spots(Settings settings, int spots) {
  settings.format.spots = spots;
  for (int spot = 0; spot < spots; ++spot) settings.spots.push_back("Spot " + std::to_string(spot));
  return settings;
}

// An ink of each kind that such a page can have. Those that only tell what is knocked out come last.
Settings with_made_inks(Settings settings, std::mt19937& random) {
  const bool has_colors = settings.format.has_colors;
  settings.made = {{.name = "All", .from = MadeFrom::all, .amount = 33.33},
                   {.name = "Any", .from = MadeFrom::inks},
                   {.name = "One", .from = MadeFrom::spot, .inks = {random() % 3}, .amount = 50},
                   {.name = "Part", .from = MadeFrom::nothing}};
  if (settings.format.alpha != Alpha::none) settings.made.push_back({.name = "White", .from = MadeFrom::coverage});
  if (!has_colors) return settings;
  settings.made.push_back({.name = "Light", .from = MadeFrom::light});
  settings.made.push_back({.name = "Dark", .from = MadeFrom::dark, .amount = 62.5});
  if (random() % 2 == 0) return settings;
  settings.made.push_back({.name = "Mask", .from = MadeFrom::knocked_out});
  settings.knock_out = KnockOut{{255, 255, 255}, static_cast<double>(random() % 80)};
  return settings;
}

std::string error_for(const Settings& settings) {
  const auto separator = DeviceSeparator::make(settings);
  return separator.ok() ? "" : separator.error().message;
}

// make() needs no device.

TEST(DeviceSeparatorMade, SaysWhatItDoes) {
  EXPECT_EQ(made_for(rgb_to_inks(4)).description(), "cuda (grid)");
  EXPECT_EQ(made_for(rgb_to_inks(4, 16)).description(), "cuda (grid)");
  Settings gray = rgb_to_inks(4);
  gray.format.model = ColorModel::gray;
  gray.page = Profile::srgb_gray();
  EXPECT_EQ(made_for(gray).description(), "cuda (gray table)");
  EXPECT_EQ(made_for(keep_black(gray)).description(), "cuda (gray table, grays in black alone)");
  EXPECT_EQ(made_for(keep_black(rgb_to_inks(4, 16))).description(), "cuda (grid, grays in black alone)");
  Settings cmyk;
  cmyk.format.model = ColorModel::cmyk;
  EXPECT_EQ(made_for(cmyk).description(), "cuda (pass)");
  EXPECT_EQ(made_for(cmyk).workspace_bytes(), 0u);
  EXPECT_EQ(made_for(cmyk).inks().size(), 4u);
  EXPECT_EQ(made_for(with_spots(cmyk, 1)).description(), "cuda (pass), spot inks");
  EXPECT_EQ(made_for(cmyk_through_link(4, 8)).description(), "cuda (CMYK grid, grays in black alone)");
  EXPECT_EQ(made_for(exact(rgb_to_inks(4, 16))).description(), "cuda (exact, pipeline)");
  Settings made = with_spots(cmyk, 1);
  made.made.push_back({.name = "Part", .from = MadeFrom::nothing});
  EXPECT_EQ(made_for(made).description(), "cuda (pass), spot inks");
  made.made.push_back({.name = "White", .from = MadeFrom::inks});
  EXPECT_EQ(made_for(made).description(), "cuda (pass), spot inks, made inks");
  EXPECT_TRUE(made_for(made).needs_all_planes());
  EXPECT_FALSE(made_for(cmyk).needs_all_planes());
}

TEST(DeviceSeparatorMade, LeavesToOthersWhatItDoesNotDo) {
  Settings cmyk = rgb_to_inks(6);
  cmyk.format.model = ColorModel::cmyk;
  cmyk.page = made::open(made::press_of_inks(4));
  EXPECT_EQ(error_for(cmyk), "");
  Settings with_floats = exact(rgb_to(made::open(made::press_with_float_tables(0.5F)), 16));
  EXPECT_THAT(error_for(with_floats), EndsWith("a step that only LittleCMS makes"));
  Settings limited = rgb_to_inks(4);
  limited.ink_limit = 20;
  EXPECT_THAT(error_for(limited), HasSubstr("ink limit"));
  EXPECT_EQ(error_for(with_spots(rgb_to_inks(4), 60)), "");
  EXPECT_THAT(error_for(with_spots(rgb_to_inks(4), 61)), EndsWith("more than 64 inks"));
  EXPECT_THAT(error_for(keep_black(rgb_to_inks(6))), HasSubstr("none of its inks is called Black"));
}

TEST(DeviceSeparatorMade, GivesWayWhereLittleCmsComputesOtherwise) {
  const Settings settings = rgb_to_inks(4);
  cmsPluginInterpolation plugin = odd_interpolation();
  ASSERT_TRUE(cmsPluginTHR(cmsGetProfileContextID(settings.press->handle()), &plugin));
  EXPECT_THAT(error_for(settings), HasSubstr("LittleCMS computes otherwise"));
}

Page every_color() {
  std::vector<std::uint8_t> samples;
  samples.reserve(std::size_t{3} << 24);
  for (int color = 0; color < 1 << 24; ++color)
    for (int shift : {0, 8, 16}) samples.push_back(static_cast<std::uint8_t>(color >> shift));
  return row_of({}, samples);
}

TEST_F(DeviceSeparation, AgreesOnEveryColor) {
  const Settings settings = rgb_to(Profile::default_press());
  const Page colors = every_color();
  for (const Settings& each : {settings, keep_black(settings)})
    EXPECT_TRUE(inks_of(Separators(each).on_device, colors) == separate(each, colors, "reference"));
}

TEST_F(DeviceSeparation, AgreesOnExactColors) {
  const auto with_black = made::press({.inks = 6, .space = cmsSig6colorData, .colorants = six_inks});
  for (const Settings& kind : {rgb_to_inks(4), rgb_to_inks(6), keep_black(rgb_to(made::open(with_black)))}) {
    Settings settings = exact(kind);
    settings.parallel = on_threads(16);
    settings.ink_limit = 170;
    Page page = random_page(settings.format, 20000, 1, test_seed());
    for (std::ptrdiff_t i = 0; i < page.width; i += 2) make_gray(page.pixels.begin() + 3 * i, settings.format);
    const Separators separators(settings);
    EXPECT_THAT(separators.on_device.description(), StartsWith("cuda (exact, table computed"));
    EXPECT_TRUE(inks_of(separators.on_device, page) == separate(settings, page, "reference"));
  }
}

// At the nodes and next to them, where fractions are 0, equal, and greatest.
TEST_F(DeviceSeparation, AgreesAroundTheNodesOf16Bits) {
  std::vector<std::uint16_t> values;
  for (int node = 0; node <= 32; node += 2)
    for (int beside = -1; beside <= 1; ++beside)
      values.push_back(static_cast<std::uint16_t>(std::clamp(node * 65535 / 32 + beside, 0, 65535)));
  std::vector<std::uint16_t> samples;
  for (const auto red : values)
    for (const auto green : values)
      for (const auto blue : values) samples.insert(samples.end(), {red, green, blue});
  const Settings settings = rgb_to_inks(4, 16);
  const Page page = row_of(settings.format, samples);
  EXPECT_TRUE(inks_of(Separators(settings).on_device, page) == separate(settings, page, "reference"));
}

std::size_t inks_of_colors(const Settings& settings) {
  if (!settings.format.has_colors) return 0;
  return settings.page ? static_cast<std::size_t>(profile_of_inks(settings).inks()) : 4;
}

std::vector<Settings> every_kind(std::mt19937& random) {
  std::vector<Settings> kinds;
  for (const int bits : {8, 16}) {
    for (const int inks : {3, 5, 8}) kinds.push_back(rgb_to_inks(inks, bits));
    for (const Alpha alpha : {Alpha::none, Alpha::associated, Alpha::unassociated}) {
      Settings rgb = rgb_to_inks(4, bits);
      rgb.format.alpha = alpha;
      Settings gray = rgb;
      gray.format.model = ColorModel::gray;
      gray.page = Profile::srgb_gray();
      Settings cmyk;
      cmyk.format = {ColorModel::cmyk, alpha, bits};
      Settings converted = cmyk;
      converted.page = made::open(made::press({.noise = 0.2}));
      converted.press = made::open(made::press_of_inks(alpha == Alpha::none ? 6 : 4));
      kinds.insert(kinds.end(), {rgb, gray, cmyk, converted});
    }
  }
  kinds.insert(kinds.end(), {rgb_to_inks(6), rgb_to_inks(7)});
  const std::size_t without_black_alone = kinds.size();
  for (std::size_t i = 0; i < without_black_alone; ++i)
    if (!kinds[i].press || kinds[i].press->channels() == 4) kinds.push_back(keep_black(kinds[i]));
  for (const int bits : {8, 16}) {
    kinds.push_back(cmyk_through_link(4, bits));
    kinds.push_back(cmyk_through_link(8, bits));
  }
  const std::size_t without_paper_white = kinds.size();
  for (std::size_t i = 0; i < without_paper_white; ++i)
    if (kinds[i].page && random() % 3 == 0) kinds.push_back(paper_white(kinds[i]));
  const Profile with_black = made::open(made::press({.inks = 6, .space = cmsSig6colorData, .colorants = six_inks}));
  for (const int bits : {8, 16}) kinds.push_back(keep_black(rgb_to(with_black, bits)));
  const std::size_t without_spots = kinds.size();
  for (std::size_t i = 0; i < without_spots; ++i)
    if (random() % 3 == 0) kinds.push_back(with_spots(kinds[i], 1 + static_cast<int>(random() % 3)));
  for (const int bits : {8, 16})
    for (const Alpha alpha : {Alpha::none, Alpha::associated, Alpha::unassociated}) {
      Settings spots;
      spots.format = {ColorModel::cmyk, alpha, bits, 0, false};
      kinds.push_back(with_spots(spots, alpha == Alpha::none ? 24 : 5));
    }
  const std::size_t without_made_inks = kinds.size();
  for (std::size_t i = 0; i < without_made_inks; ++i)
    if (random() % 3 == 0) kinds.push_back(with_made_inks(kinds[i], random));
  kinds.push_back(with_made_inks(exact(rgb_to_inks(4, 16)), random));
  for (Settings& kind : kinds) {
    if (random() % 2 == 0) continue;
    const std::size_t inks = inks_of_colors(kind);
    kind.intent = static_cast<Intent>(random() % 4);
    kind.black_point_compensation = random() % 2 == 0;
    if (random() % 4 != 0)
      kind.curves.assign(inks + kind.added_inks(), *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
    if (!kind.curves.empty()) kind.curves[random() % kind.curves.size()].reset();
    if (inks > 0 && random() % 4 != 0) kind.ink_limit = 100 + static_cast<double>(random() % (100 * inks - 100));
  }
  return kinds;
}

TEST_F(DeviceSeparation, AgreesForEveryKindOfPageHoweverItLies) {
  for (const Settings& kind : every_kind(random_)) {
    const Separators separators(kind);
    for (int i = 0; i < 26; ++i) ASSERT_NO_FATAL_FAILURE(expect_reference_bits(separators, random_));
  }
}

TEST_F(DeviceSeparation, CopiesAreLoadedEachOnItsOwn) {
  const Settings settings = rgb_to_inks(4);
  const Page page = random_page(settings.format, 1000, 1, test_seed());
  std::optional<DeviceSeparator> original(made_for(settings));
  DeviceSeparator copy = *original;
  DeviceBytes first(original->workspace_bytes()), second(copy.workspace_bytes());
  EXPECT_TRUE(original->load(first.device, nullptr).ok());
  EXPECT_TRUE(copy.load(second.device, nullptr).ok());
  original.reset();
  cudaMemset(first.device, 0, first.host.size());
  EXPECT_TRUE(inks_of(copy, page) == separate(settings, page, "reference"));
}

TEST_F(DeviceSeparation, CountsTheInkOfManyPlanes) {
  constexpr std::size_t inks = most_inks;
  constexpr std::int64_t width = 1077, rows = 3, row = 2200;
  DeviceBytes samples(inks * rows * row), total(sizeof(DeviceTotalInk));
  for (std::byte& b : samples.host) b = static_cast<std::byte>(random_());
  samples.upload();
  std::vector<std::byte*> planes;
  for (std::size_t ink = 0; ink < inks; ++ink) planes.push_back(samples.device + ink * rows * row);
  for (const int bits : {8, 16}) {
    std::ranges::fill(total.host, std::byte{0});
    total.upload();
    auto* const sums = reinterpret_cast<DeviceTotalInk*>(total.device);
    const DeviceStrip strip{.width = width, .rows = rows, .planes = planes, .planes_row = row};
    ASSERT_TRUE(count_ink(bits, strip, sums, nullptr).ok());
    total.download();
    DeviceTotalInk found;
    std::memcpy(&found, total.host.data(), sizeof found);
    const DeviceTotalInk expected = bits == 8 ? total_of<std::uint8_t>(samples.host, inks, width, rows, row)
                                              : total_of<std::uint16_t>(samples.host, inks, width, rows, row);
    EXPECT_EQ(found.sum, expected.sum);
    EXPECT_EQ(found.max, expected.max);
  }
  planes.push_back(samples.device);
  EXPECT_FALSE(
      count_ink(8, {.width = width, .rows = rows, .planes = planes, .planes_row = row}, nullptr, nullptr).ok());
}

TEST_F(DeviceSeparation, RefusesOddStrips) {
  const Separators separators(rgb_to_inks(4));
  std::vector<std::byte*> planes(4);
  const auto refuses = [&](const DeviceStrip& strip) { return !separators.on_device.enqueue(strip, nullptr, {}).ok(); };
  EXPECT_FALSE(refuses({.width = 0, .rows = 5, .planes = planes}));
  EXPECT_FALSE(refuses({.width = 5, .rows = 0, .planes = planes}));
  EXPECT_TRUE(refuses({.width = -1, .rows = 5, .planes = planes}));
  EXPECT_TRUE(refuses({.width = 1, .rows = -1, .planes = planes}));
  planes.pop_back();
  EXPECT_TRUE(refuses({.width = 5, .rows = 5, .planes = planes}));
}

}  // namespace
}  // namespace platerip::separation::cuda
