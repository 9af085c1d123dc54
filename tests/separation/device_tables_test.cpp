// The tables for separation on a GPU, which are made without a GPU, and which pages share them.
#include "separation/cuda/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/on_threads.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::separation::cuda {
namespace {

using profiles::Profile;

// Made only once, because LittleCMS writes the time into profiles.
const std::vector<std::byte>& four_inks() {
  static const auto bytes = made::press_of_inks(4);
  return bytes;
}

Settings rgb_page() {
  Settings settings;
  settings.page = Profile::srgb();
  settings.press = made::open(four_inks());
  settings.shared = make_shared_tables();
  return settings;
}

std::shared_ptr<const Tables> tables_of(const Settings& settings) {
  auto tables = make_tables(settings);
  if (!tables.ok()) throw std::runtime_error(tables.error().message);
  return *std::move(tables);
}

TEST(DeviceTables, AreThoseOfAnEarlierPageOfTheSameColours) {
  const Settings settings = rgb_page();
  const auto tables = tables_of(settings);
  Settings same = settings;
  same.page = Profile::srgb();
  same.press = made::open(four_inks(), "its copy");
  same.pixels = 1000;
  same.keep_black = KeepBlack::k;
  EXPECT_EQ(tables_of(same), tables);
}

struct Change {
  const char* of;
  void (*in)(Settings&);
};

class OtherDeviceTables : public testing::TestWithParam<Change> {};

TEST_P(OtherDeviceTables, AreMadeForOtherPages) {
  const Settings settings = rgb_page();
  const auto tables = tables_of(settings);
  Settings others = settings;
  GetParam().in(others);
  const auto other_tables = tables_of(others);
  EXPECT_NE(other_tables, tables);
  EXPECT_EQ(tables_of(others), other_tables);
}

const Change changes[] = {
    {"Page", [](Settings& page) { page.page = made::open(made::wide_rgb()); }},
    {"Press", [](Settings& page) { page.press = made::open(made::press_of_inks(5)); }},
    {"Intent", [](Settings& page) { page.intent = profiles::Intent::perceptual; }},
    {"BlackPoint", [](Settings& page) { page.black_point_compensation = false; }},
    {"Curve",
     [](Settings& page) {
       page.curves = {*Curve::from_points({{50, 60}, {100, 100}})};
     }},
    {"KeepBlack", [](Settings& page) { page.keep_black = KeepBlack::neutral; }},
    {"InkLimit", [](Settings& page) { page.ink_limit = 300; }},
    {"LimitOfAnInk", [](Settings& page) { page.ink_limits = {90.0}; }},
    {"PaperWhite", [](Settings& page) { page.paper_white = true; }},
    {"Bits", [](Settings& page) { page.format.bits = 16; }},
    {"Alpha", [](Settings& page) { page.format.alpha = Alpha::associated; }},
    {"Model",
     [](Settings& page) {
       page.format.model = profiles::ColorModel::gray;
       page.page = Profile::srgb_gray();
     }},
};
INSTANTIATE_TEST_SUITE_P(Changes, OtherDeviceTables, testing::ValuesIn(changes),
                         [](const auto& change) { return std::string(change.param.of); });

// At most one table of exact colours may be in memory, whoever holds it.
TEST(DeviceTables, OfExactColoursAreShared) {
  Settings settings = rgb_page();
  settings.precision = Precision::exact;
  settings.pixels = std::int64_t{1} << 40;
  settings.parallel = on_threads(4);
  const auto tables = tables_of(settings);
  ASSERT_NE(tables->exact_colors, nullptr);
  EXPECT_EQ(tables_of(settings), tables);
}

}  // namespace
}  // namespace platerip::separation::cuda
