// The keys of kept tables: pages share a table only if all that it depends on is the same.
#include "separation/keys.h"

#include <gtest/gtest.h>

#include "separation/black_tone.h"
#include "separation/shared_tables.h"
#include "separation/tables/color_table.h"
#include "separation/tables/exact_table.h"
#include "separation/tables/page_keys.h"
#include "tests/profiles/made_profiles.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;

// Profiles are made only once, because LittleCMS writes the time into them.
Profile other_press() {
  static const auto bytes = made::press();
  return made::open(bytes);
}

Profile other_page(ColorModel model) {
  static const auto gray = made::gray(), rgb = made::wide_rgb(), cmyk = made::press({.noise = 0.2});
  return made::open(model == ColorModel::gray ? gray : model == ColorModel::rgb ? rgb : cmyk);
}

// CMYK pages are exact, because grids over CMYK take time and are not shared.
Settings page_of(ColorModel model) {
  Settings settings;
  settings.format.model = model;
  settings.press = Profile::default_press();
  switch (model) {
    case ColorModel::gray:
      settings.page = Profile::srgb_gray();
      settings.keep_black = KeepBlack::k;
      break;
    case ColorModel::cmyk:
      settings.page = other_press();
      settings.keep_black = KeepBlack::k;
      settings.precision = Precision::exact;
      break;
    default:
      settings.page = Profile::srgb();
  }
  return settings;
}

const Curve& steep() {
  static const Curve curve = *Curve::from_points({{50, 60}, {100, 100}});
  return curve;
}

// A page with a curve and limits, so that changes replace them.
Settings finished_page() {
  Settings settings = page_of(ColorModel::rgb);
  settings.curves = {*Curve::from_points({{50, 55}, {100, 100}})};
  settings.ink_limit = 350;
  settings.ink_limits = {95.0};
  return settings;
}

// What a table depends on, besides LittleCMS and the machine.
enum class Of { colors, inks, page };

struct Change {
  const char* of;
  Of least;  ///< the first key that it changes; the later ones contain it
  void (*in)(Settings&);
};

void PrintTo(const Change& change, std::ostream* out) {
  *out << change.of;
}

const Change changes[] = {
    {"Page", Of::colors, [](Settings& page) { page.page = other_page(ColorModel::rgb); }},
    {"Press", Of::colors, [](Settings& page) { page.press = other_press(); }},
    {"Intent", Of::colors, [](Settings& page) { page.intent = Intent::perceptual; }},
    {"BlackPointCompensation", Of::colors, [](Settings& page) { page.black_point_compensation = false; }},
    {"KeepBlack", Of::inks, [](Settings& page) { page.keep_black = KeepBlack::neutral; }},
    {"PaperWhite", Of::inks, [](Settings& page) { page.paper_white = true; }},
    {"Curve", Of::inks, [](Settings& page) { page.curves = {steep()}; }},
    {"CurveOfAnotherInk", Of::inks,
     [](Settings& page) {
       page.curves = {std::nullopt, steep()};
     }},
    {"InkLimit", Of::inks, [](Settings& page) { page.ink_limit = 300; }},
    {"LimitOfAnInk", Of::inks, [](Settings& page) { page.ink_limits = {90.0}; }},
    {"Model", Of::page, [](Settings& page) { page.format.model = ColorModel::gray; }},
    {"Alpha", Of::page, [](Settings& page) { page.format.alpha = Alpha::associated; }},
    {"KindOfAlpha", Of::page, [](Settings& page) { page.format.alpha = Alpha::unassociated; }},
    {"Precision", Of::page, [](Settings& page) { page.precision = Precision::exact; }},
};

struct Keys {
  profiles::Fingerprint colors, inks, page;
};

Keys keys_of(const Settings& settings) {
  const auto plan = make_plan(settings);
  EXPECT_TRUE(plan.ok()) << plan.error().message;
  return {key_of_colors(settings), key_of_inks(settings, *plan), key_of_page(settings, *plan)};
}

class KeyOfTables : public testing::TestWithParam<Change> {};

TEST_P(KeyOfTables, ChangesWithWhatTheTableDependsOnAndNothingElse) {
  const Keys before = keys_of(finished_page());
  Settings other = finished_page();
  GetParam().in(other);
  const Keys after = keys_of(other);
  EXPECT_EQ(after.colors != before.colors, GetParam().least == Of::colors);
  EXPECT_EQ(after.inks != before.inks, GetParam().least <= Of::inks);
  EXPECT_NE(after.page, before.page);
}

TEST_P(KeyOfTables, IsTheSameForTheSameSettings) {
  Settings one = finished_page();
  GetParam().in(one);
  Settings other = one;
  other.pixels = 1000;
  const Keys keys = keys_of(one), again = keys_of(other);
  EXPECT_EQ(keys.colors, again.colors);
  EXPECT_EQ(keys.inks, again.inks);
  EXPECT_EQ(keys.page, again.page);
}

INSTANTIATE_TEST_SUITE_P(Changes, KeyOfTables, testing::ValuesIn(changes),
                         [](const auto& change) { return std::string(change.param.of); });

// Without curves and limits, which have other tables for other bits.
TEST(KeyOfPage, ChangesWithTheBits) {
  Settings settings = page_of(ColorModel::rgb);
  const Keys before = keys_of(settings);
  settings.format.bits = 16;
  const Keys after = keys_of(settings);
  EXPECT_EQ(after.inks, before.inks);
  EXPECT_NE(after.page, before.page);
}

TEST(KeyOfInks, ChangesWithTheInkThatTheLimitKeeps) {
  Settings settings = page_of(ColorModel::rgb);
  settings.ink_limit = 250;
  Plan plan = *make_plan(settings);
  const auto before = key_of_inks(settings, plan);
  plan.ink_limit->black = 2;
  EXPECT_NE(key_of_inks(settings, plan), before);
}

// Two pages of one job that differ in one setting, in either order.
struct Pages {
  const char* that_differ_in;
  ColorModel model;
  void (*in)(Settings&);
};

void PrintTo(const Pages& pages, std::ostream* out) {
  *out << pages.that_differ_in;
}

// Pixels of black alone, and random ones.
Inks inks_of(const Settings& settings, std::string_view backend) {
  Page page = random_page(settings.format, 700, 2, 1);
  if (settings.format.model == ColorModel::cmyk) {
    const auto pixel_bytes = static_cast<std::size_t>(settings.format.bytes());
    for (std::size_t at = 0; at < page.pixels.size() / 2; at += pixel_bytes)
      std::fill_n(&page.pixels[at], 3 * pixel_bytes / 4, std::byte{0});
  }
  return separate(settings, page, backend);
}

class PagesOfAJob : public testing::TestWithParam<Pages> {};

TEST_P(PagesOfAJob, HaveTheInksThatEachHasAlone) {
  const Settings plain = page_of(GetParam().model);
  Settings other = plain;
  GetParam().in(other);
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    const Inks plain_alone = inks_of(plain, backend.name), other_alone = inks_of(other, backend.name);
    EXPECT_FALSE(plain_alone == other_alone) << "the change must be seen";
    Settings first = plain, second = other;
    first.shared = second.shared = make_shared_tables();
    for (int turn = 0; turn < 2; ++turn) {
      EXPECT_TRUE(inks_of(first, backend.name) == plain_alone) << backend.name;
      EXPECT_TRUE(inks_of(second, backend.name) == other_alone) << backend.name;
    }
  }
}

constexpr auto other_intent = [](Settings& page) { page.intent = Intent::absolute; };
constexpr auto without_compensation = [](Settings& page) { page.black_point_compensation = false; };
constexpr auto on_other_press = [](Settings& page) { page.press = other_press(); };
constexpr auto in_16_bits = [](Settings& page) { page.format.bits = 16; };
constexpr auto with_curve = [](Settings& page) { page.curves = {steep(), steep(), steep(), steep()}; };
constexpr auto with_ink_limit = [](Settings& page) { page.ink_limit = 150; };
constexpr auto with_limit_of_an_ink = [](Settings& page) {
  page.ink_limits = {std::nullopt, std::nullopt, std::nullopt, 50.0};
};
constexpr auto with_alpha = [](Settings& page) { page.format.alpha = Alpha::unassociated; };
constexpr auto exactly = [](Settings& page) { page.precision = Precision::exact; };

const Pages kinds[] = {
    {"GrayIntent", ColorModel::gray, other_intent},
    {"GrayCompensation", ColorModel::gray, without_compensation},
    {"GrayPress", ColorModel::gray, on_other_press},
    {"GrayPage", ColorModel::gray, [](Settings& page) { page.page = other_page(ColorModel::gray); }},
    {"GrayBits", ColorModel::gray, in_16_bits},
    {"GrayBlack", ColorModel::gray, [](Settings& page) { page.keep_black = KeepBlack::none; }},
    {"GrayCurve", ColorModel::gray, with_curve},
    {"GrayModel", ColorModel::gray,
     [](Settings& page) {
       page.format.model = ColorModel::rgb;
       page.page = Profile::srgb();
     }},
    {"CmykIntent", ColorModel::cmyk, other_intent},
    {"CmykCompensation", ColorModel::cmyk, without_compensation},
    {"CmykPress", ColorModel::cmyk, on_other_press},
    {"CmykPage", ColorModel::cmyk, [](Settings& page) { page.page = other_page(ColorModel::cmyk); }},
    {"CmykBits", ColorModel::cmyk, in_16_bits},
    {"CmykInkLimit", ColorModel::cmyk, with_ink_limit},
    {"RgbIntent", ColorModel::rgb, other_intent},
    {"RgbCompensation", ColorModel::rgb, without_compensation},
    {"RgbPress", ColorModel::rgb, on_other_press},
    {"RgbPage", ColorModel::rgb, [](Settings& page) { page.page = other_page(ColorModel::rgb); }},
    {"RgbBits", ColorModel::rgb, in_16_bits},
    {"RgbAlpha", ColorModel::rgb, with_alpha},
    {"RgbCurve", ColorModel::rgb, with_curve},
    {"RgbInkLimit", ColorModel::rgb, with_ink_limit},
    {"RgbLimitOfAnInk", ColorModel::rgb, with_limit_of_an_ink},
    {"RgbPrecision", ColorModel::rgb, exactly},
};
INSTANTIATE_TEST_SUITE_P(Kinds, PagesOfAJob, testing::ValuesIn(kinds),
                         [](const auto& pages) { return std::string(pages.param.that_differ_in); });

TEST(BlackTone, IsThatOfTheInkAskedFor) {
  constexpr int magenta = 1, black = 3;
  Settings settings = page_of(ColorModel::gray);
  const auto of_magenta = *black_of_grays(settings, magenta), of_black = *black_of_grays(settings, black);
  ASSERT_NE(of_magenta, of_black);
  settings.shared = make_shared_tables();
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(*black_of_grays(settings, black), of_black);
    EXPECT_EQ(*black_of_grays(settings, magenta), of_magenta);
  }
}

class ExactColors : public testing::TestWithParam<Change> {};

TEST_P(ExactColors, AreNotThoseOfAPageWithOtherInks) {
  Settings settings = finished_page();
  settings.precision = Precision::exact;
  settings.pixels = std::int64_t{1} << 20;  // too few to make a table for, but enough to use one
  settings.shared = make_shared_tables();
  Settings other = settings;
  GetParam().in(other);
  const Plan plan = *make_plan(settings), others_plan = *make_plan(other);
  const std::shared_ptr<const ColorTable> table = ColorTable::make(4);
  settings.shared->exact_colors.keep(key_of_inks(settings, plan), table);
  EXPECT_EQ(make_exact_table(settings, plan)->table, table);
  EXPECT_EQ(make_exact_table(other, others_plan)->table, nullptr);
}

std::vector<Change> changes_of_inks() {
  std::vector<Change> result;
  for (const Change& change : changes)
    if (change.least <= Of::inks) result.push_back(change);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Changes, ExactColors, testing::ValuesIn(changes_of_inks()),
                         [](const auto& change) { return std::string(change.param.of); });

}  // namespace
}  // namespace platerip::separation
