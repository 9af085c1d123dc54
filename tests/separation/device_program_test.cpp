// LittleCMS' pipeline as a program for GPUs, run on the host, has the bits of the reference.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "separation/cuda/recipe_on_host.h"
#include "separation/cuda/tables.h"
#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/doubtful_colors.h"
#include "tests/separation/exact_pages.h"

namespace platerip::separation::cuda {
namespace {

using profiles::ColorModel;
using profiles::Profile;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::shared_ptr<const Tables> tables_of(const Settings& settings) {
  auto tables = make_tables(settings);
  if (!tables.ok()) throw std::runtime_error(tables.error().message);
  return *std::move(tables);
}

// The inks of a page of one row.
template <typename Sample>
separation::Inks inks_by_program(const Tables& tables, const Page& page) {
  TellingPixels<Sample> pixels{std::vector<Sample>(page.pixels.size() / sizeof(Sample)),
                               page.format.bytes() / static_cast<int>(sizeof(Sample))};
  std::memcpy(pixels.samples.data(), page.pixels.data(), page.pixels.size());
  const std::vector<Sample> found = inks_on_host(tables.recipe, &*tables.arbiter, pixels);
  separation::Inks inks(page, tables.inks.size());
  const std::size_t plane_bytes = sizeof(Sample) * static_cast<std::size_t>(page.width);
  for (std::size_t ink = 0; ink < inks.planes.size(); ++ink)
    std::memcpy(inks.planes[ink].data(), found.data() + ink * static_cast<std::size_t>(page.width), plane_bytes);
  return inks;
}

void expect_reference_bits(const Settings& settings, const Page& page, const std::string& what) {
  const auto tables = tables_of(settings);
  ASSERT_THAT(tables->name, StartsWith("exact, pipeline")) << what;
  const separation::Inks inks = page.format.bits == 8 ? inks_by_program<std::uint8_t>(*tables, page)
                                                      : inks_by_program<std::uint16_t>(*tables, page);
  ASSERT_TRUE(inks == separate(settings, page, "reference")) << what;
}

class DeviceProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto tables = make_tables(exact(ColorModel::rgb, Profile::srgb(), Profile::default_press()));
    if (!tables.ok() && tables.error().message.find("fuses") != std::string::npos)
      GTEST_SKIP() << "NOT TESTED: " << tables.error().message;
  }
};

class DeviceProgram : public DeviceProgramTest, public testing::WithParamInterface<ExactPages (*)()> {};

TEST_P(DeviceProgram, HasTheReferencesBits) {
  for (const auto& [what, settings] : GetParam()())
    for (const int bits : test::sanitized ? std::vector{16} : std::vector{8, 16}) {
      Settings page = settings;
      page.format.bits = bits;
      const std::string name = what + ", of " + std::to_string(bits) + " bits";
      ASSERT_NO_FATAL_FAILURE(expect_reference_bits(page, telling_page(page.format), name));
    }
}

INSTANTIATE_TEST_SUITE_P(MatrixAndCurves, DeviceProgram, testing::Values(pages_of_matrix_and_curves));
INSTANTIATE_TEST_SUITE_P(Inks, DeviceProgram, testing::Values(pages_of_any_number_of_inks));
INSTANTIATE_TEST_SUITE_P(Tables, DeviceProgram, testing::Values(pages_of_tables));
INSTANTIATE_TEST_SUITE_P(LabAndLinks, DeviceProgram, testing::Values(pages_of_lab_and_links));
INSTANTIATE_TEST_SUITE_P(AllSettings, DeviceProgram, testing::Values(pages_with_all_settings));

class DeviceProgramInDoubt : public DeviceProgramTest {};

TEST_F(DeviceProgramInDoubt, LeavesRoundingsToLittleCms) {
  const int count = test::sanitized ? 100'000 : 200'000;
  const Settings settings = doubtful_page(1000);
  const std::vector<std::uint16_t> samples = doubtful_samples(count, test_seed());
  const std::size_t doubts = doubtful_colors(*tables_of(settings), samples).size() / 3;
  EXPECT_GT(doubts, 0u);
  EXPECT_LT(doubts, samples.size() / 300);
  expect_reference_bits(settings, row_of(settings.format, samples), "stretched");
}

TEST_F(DeviceProgramInDoubt, SeldomIs) {
  const Settings settings = exact(ColorModel::rgb, Profile::srgb(), Profile::default_press());
  EXPECT_LT(doubtful_colors(*tables_of(settings), doubtful_samples(100'000, test_seed())).size(), 30u);
}

TEST_F(DeviceProgramInDoubt, LeavesFloatTablesToTheCpu) {
  Settings settings = exact(ColorModel::rgb, Profile::srgb(), made::open(made::press_with_float_tables(0.5F)));
  settings.intent = profiles::Intent::relative;
  EXPECT_THAT(make_tables(settings).error().message, HasSubstr("a step that only LittleCMS makes"));
}

}  // namespace
}  // namespace platerip::separation::cuda
