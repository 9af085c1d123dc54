// Ink planes on the device have the bits of the reference with exact precision and without a table of all colours.
#include <gmock/gmock.h>

#include "tests/separation/doubtful_colors.h"
#include "tests/separation/exact_pages.h"
#include "tests/separation/on_device.h"

namespace platerip::separation::cuda {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExactOnDevice : public DeviceSeparation {};

void expect_reference_bits(const ExactPages& pages, std::mt19937& random) {
  for (const auto& [what, settings] : pages)
    for (const int bits : {8, 16}) {
      SCOPED_TRACE(what);
      Settings page = settings;
      page.format.bits = bits;
      const Separators separators(page);
      ASSERT_THAT(separators.on_device.description(), StartsWith("cuda (exact, pipeline"));
      for (int i = 0; i < 6; ++i) ASSERT_NO_FATAL_FAILURE(expect_reference_bits(separators, random));
      EXPECT_TRUE(separators.on_device.status().ok());
      const Page edges = telling_page(page.format);
      ASSERT_TRUE(inks_of(separators.on_device, edges) == separate(page, edges, "reference"));
    }
}

TEST_F(ExactOnDevice, AgreesForPagesOfMatrixAndCurves) {
  expect_reference_bits(pages_of_matrix_and_curves(), random_);
}

TEST_F(ExactOnDevice, AgreesForAnyNumberOfInks) {
  expect_reference_bits(pages_of_any_number_of_inks(), random_);
}

TEST_F(ExactOnDevice, AgreesForTablesOfAnyKind) {
  expect_reference_bits(pages_of_tables(), random_);
}

TEST_F(ExactOnDevice, AgreesForLabAndLinks) {
  expect_reference_bits(pages_of_lab_and_links(), random_);
}

TEST_F(ExactOnDevice, AgreesForAllSettings) {
  ExactPages pages = pages_with_all_settings();
  const std::size_t without_spots = pages.size();
  for (std::size_t i = 0; i < without_spots; ++i) {
    ExactPage page = pages[i];
    page.settings.format.spots = 2;
    page.settings.spots = {"Spot 1", "Spot 2"};
    pages.push_back(page);
  }
  expect_reference_bits(pages, random_);
}

// A page of one row, whose spot ink counts in the totals of pixels in doubt, too.
TEST_F(ExactOnDevice, LeavesRoundingsInDoubtToLittleCms) {
  Settings settings = doubtful_page(1000);
  settings.format.spots = 1;
  settings.spots = {"Spot"};
  settings.curves.assign(5, *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
  settings.ink_limit = 200;
  const std::vector<std::uint16_t> colors = doubtful_samples(300'000, test_seed());
  std::vector<std::uint16_t> samples;
  for (std::size_t i = 0; i < colors.size(); i += 3) {
    samples.insert(samples.end(), &colors[i], &colors[i] + 3);
    samples.push_back(colors[i]);
  }
  const Page page = row_of(settings.format, samples);
  const Separators separators(settings);
  DeviceBytes total(sizeof(DeviceTotalInk));
  std::ranges::fill(total.host, std::byte{0});
  for (int again = 0; again < 3; ++again) {
    total.upload();
    const separation::Inks expected = separate(settings, page, "reference");
    EXPECT_TRUE(inks_of(separators.on_device, page, reinterpret_cast<DeviceTotalInk*>(total.device)) == expected);
    EXPECT_TRUE(separators.on_device.status().ok());
    DeviceTotalInk found, wanted;
    DeviceBytes::must(cudaMemcpy(&found, total.device, sizeof found, cudaMemcpyDeviceToHost));
    for (std::int64_t x = 0; x < page.width; ++x) {
      std::uint32_t sum = 0;
      for (std::size_t ink = 0; ink < expected.planes.size(); ++ink) sum += expected.at(ink, 0, x);
      wanted.sum += sum;
      wanted.max = std::max(wanted.max, sum);
    }
    EXPECT_EQ(found.sum, wanted.sum);
    EXPECT_EQ(found.max, wanted.max);
  }
}

TEST_F(ExactOnDevice, SaysIfTooManyRoundingsAreInDoubt) {
  const Settings settings = doubtful_page(1000);
  const auto tables = make_tables(settings);
  ASSERT_TRUE(tables.ok());
  const auto colors = doubtful_colors(**tables, doubtful_samples(300'000, test_seed()));
  ASSERT_FALSE(colors.empty());
  const Separators separators(settings);
  for (const int pixels : {4096, 4097}) {
    std::vector<std::uint16_t> samples;
    for (int i = 0; i < pixels; ++i) samples.insert(samples.end(), &colors[0], &colors[0] + 3);
    const Page page = row_of(settings.format, samples);
    const separation::Inks inks = inks_of(separators.on_device, page);
    const Status status = separators.on_device.status();
    ASSERT_EQ(status.ok(), pixels == 4096);
    if (status.ok()) {
      EXPECT_TRUE(inks == separate(settings, page, "reference"));
    } else {
      EXPECT_EQ(status.error().code, ErrorCode::device);
      EXPECT_THAT(status.error().message, HasSubstr("only LittleCMS can decide"));
    }
  }
}

}  // namespace
}  // namespace platerip::separation::cuda
