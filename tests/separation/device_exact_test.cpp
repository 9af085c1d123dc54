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

// Twice: the list of doubts is used again.
void expect_inks_and_totals(const Separators& separators, const Settings& settings, const Page& page) {
  const separation::Inks expected = separate(settings, page, "reference");
  DeviceTotalInk wanted;
  for (std::int64_t x = 0; x < page.width; ++x) {
    std::uint32_t sum = 0;
    for (std::size_t ink = 0; ink < expected.planes.size(); ++ink) sum += expected.at(ink, 0, x);
    wanted.sum += sum;
    wanted.max = std::max(wanted.max, sum);
  }
  DeviceBytes total(sizeof(DeviceTotalInk));
  std::ranges::fill(total.host, std::byte{0});
  for (int again = 0; again < 2; ++again) {
    total.upload();
    EXPECT_TRUE(inks_of(separators.on_device, page, reinterpret_cast<DeviceTotalInk*>(total.device)) == expected);
    EXPECT_TRUE(separators.on_device.status().ok());
    DeviceTotalInk found;
    DeviceBytes::must(cudaMemcpy(&found, total.device, sizeof found, cudaMemcpyDeviceToHost));
    EXPECT_EQ(found.sum, wanted.sum);
    EXPECT_EQ(found.max, wanted.max);
  }
}

// Pages of one row, with a spot ink.
class ExactOnDeviceInDoubt : public DeviceSeparation {
 protected:
  void SetUp() override {
    DeviceSeparation::SetUp();
    settings_.format.spots = 1;
    settings_.spots = {"Spot"};
    settings_.curves.assign(5, *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
    settings_.ink_limit = 200;
  }

  // The colour of any pixel that is in doubt.
  std::array<std::uint16_t, 3> doubtful_color() const {
    const auto tables = make_tables(doubtful_page(1000));
    if (!tables.ok()) throw std::runtime_error(tables.error().message);
    const auto colors = doubtful_colors(**tables, doubtful_samples(300'000, test_seed()));
    if (colors.empty()) throw std::runtime_error("no colour is in doubt");
    return {colors[0], colors[1], colors[2]};
  }

  Settings settings_ = doubtful_page(1000);
};

TEST_F(ExactOnDeviceInDoubt, LeavesRoundingsToLittleCms) {
  const std::vector<std::uint16_t> colors = doubtful_samples(300'000, test_seed());
  std::vector<std::uint16_t> samples;
  for (std::size_t i = 0; i < colors.size(); i += 3) {
    samples.insert(samples.end(), &colors[i], &colors[i] + 3);
    samples.push_back(colors[i]);
  }
  expect_inks_and_totals(Separators(settings_), settings_, row_of(settings_.format, samples));
}

TEST_F(ExactOnDeviceInDoubt, MakesFlatTintsOfSuchColors) {
  const auto [r, g, b] = doubtful_color();
  std::vector<std::uint16_t> samples;
  for (int i = 0; i < 1'000'001; ++i)
    samples.insert(samples.end(), {r, g, b, static_cast<std::uint16_t>(i / 1000)});  // the spot ink changes seldom
  expect_inks_and_totals(Separators(settings_), settings_, row_of(settings_.format, samples));
}

TEST_F(ExactOnDeviceInDoubt, SaysIfThereAreTooMany) {
  const auto [r, g, b] = doubtful_color();
  const Separators separators(settings_);
  for (const int places : {16384, 16385}) {
    std::vector<std::uint16_t> samples;
    for (int i = 0; i < places; ++i)
      samples.insert(samples.end(), {r, g, b, static_cast<std::uint16_t>(i)});  // no pixel equals the one beside it
    const Page page = row_of(settings_.format, samples);
    if (places == 16384) {
      expect_inks_and_totals(separators, settings_, page);
      continue;
    }
    inks_of(separators.on_device, page);
    const Status status = separators.on_device.status();
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::unsupported);
    EXPECT_THAT(status.error().message, HasSubstr("only LittleCMS can decide"));
  }
}

}  // namespace
}  // namespace platerip::separation::cuda
