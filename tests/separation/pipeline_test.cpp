// Exact precision without a table of all colours: `cpu` evaluates LittleCMS' pipeline with LittleCMS' bits.
#include "separation/pipeline/pipeline.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <random>

#include "separation/pipeline/kernels.h"
#include "separation/pipeline/make_steps.h"
#include "tests/profiles/made_profiles.h"
#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/exact_pages.h"
#include "tests/separation/odd_littlecms.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Profile;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExactPipeline : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
    const auto steps = pipeline::make_steps(exact(ColorModel::rgb, Profile::srgb(), Profile::default_press()));
    if (!steps.ok() && steps.error().message.find("fuses") != std::string::npos)
      GTEST_SKIP() << "NOT TESTED: " << steps.error().message;
  }
};

void expect_reference_bits(const Settings& settings, const Page& page, const std::string& what) {
  const auto cpu = separator_of(settings, "cpu");
  ASSERT_THAT(cpu->description(), AllOf(StartsWith("cpu"), HasSubstr("exact, pipeline"))) << what;
  Inks inks(page, cpu->inks().size());
  separate_rows(*cpu, page, 0, page.rows, inks);
  ASSERT_TRUE(inks.margins_untouched()) << what;
  ASSERT_TRUE(inks == separate(settings, page, "reference")) << what;
}

void expect_reference_bits(const Settings& settings, const std::string& what) {
  expect_reference_bits(settings, telling_page(settings.format), what);
}

void expect_reference_bits(const ExactPages& pages) {
  for (const auto& [what, settings] : pages) expect_reference_bits(settings, what);
}

TEST_F(ExactPipeline, HasTheReferencesBitsForPagesOfMatrixAndCurves) {
  expect_reference_bits(pages_of_matrix_and_curves());
}

TEST_F(ExactPipeline, HasTheReferencesBitsForAnyNumberOfInks) {
  expect_reference_bits(pages_of_any_number_of_inks());
}

TEST_F(ExactPipeline, HasTheReferencesBitsForTablesOfAnyKind) {
  expect_reference_bits(pages_of_tables());
}

TEST_F(ExactPipeline, HasTheReferencesBitsForLabAndLinks) {
  expect_reference_bits(pages_of_lab_and_links());
}

TEST_F(ExactPipeline, HasTheReferencesBitsForEightBitsAndAllSettings) {
  expect_reference_bits(pages_with_all_settings());
}

TEST_F(ExactPipeline, LeavesRoundingsInDoubtToLittleCms) {
  const Settings settings = doubtful_page(1000);
  const auto samples = doubtful_samples(test::sanitized ? 20'000 : 200'000, test_seed());
  expect_reference_bits(settings, row_of(settings.format, samples), "stretched");
}

// LittleCMS' formula, for Y alone.
std::uint16_t lightness_word(float y, const pipeline::Scale& scale) {
  const double t = y * (1.0 + 32767.0 / 32768.0);
  const double root =
      t <= 24.0 / 116 * (24.0 / 116) * (24.0 / 116) ? 841.0 / 108 * t + 16.0 / 116 : std::pow(t, 1.0 / 3);
  const auto lightness = static_cast<float>((116.0 * root - 16.0) / 100.0);
  const auto scaled = static_cast<float>(lightness * scale.factor + *scale.offset);
  const double word = std::clamp(scaled * 65535.0 + 0.5, 0.0, 65535.0) - 32767;
  return static_cast<std::uint16_t>(std::floor(word + pipeline::to_fixed - pipeline::to_fixed) + 32767);
}

// With a factor that makes neighbours in single precision different words.
TEST_F(ExactPipeline, IsInDoubtWhereItMustBeAndSeldomElse) {
  const pipeline::Scale scale{4096, -0.5 * 4096};
  const pipeline::Quantize step{std::array{0.9642, 1.0, 0.8249}, {{scale}, {scale}, {scale}}};
  std::mt19937 random(test_seed());
  std::uniform_real_distribution<float> near_the_middle(0.09205F, 0.0922F);
  auto batch = std::make_unique<pipeline::Batch>();
  batch->count = pipeline::Batch::pixels;
  std::size_t doubts = 0, pixels = 0;
  for (int i = 0; i < 2000; ++i) {
    batch->numbers = {};
    for (float& y : batch->numbers[1]) y = near_the_middle(random);
    const auto numbers = batch->numbers[1];
    batch->doubtful.reset();
    pipeline::run(step, *batch);
    for (std::size_t p = 0; p < numbers.size(); ++p, ++pixels) {
      doubts += batch->doubtful[p];
      ASSERT_TRUE(batch->doubtful[p] || batch->words[0][p] == lightness_word(numbers[p], scale)) << numbers[p];
    }
  }
  EXPECT_GT(doubts, 0u);
  EXPECT_LT(doubts, pixels / 1000);
}

TEST_F(ExactPipeline, GivesWayWhereLittleCmsComputesOtherwise) {
  for (const ColorModel model : {ColorModel::rgb, ColorModel::cmyk}) {
    const Profile press = made::open(made::press_of_inks(4));
    const Settings settings = exact(model, model == ColorModel::rgb ? Profile::srgb() : press, press);
    cmsPluginInterpolation plugin = odd_interpolation();
    ASSERT_TRUE(cmsPluginTHR(cmsGetProfileContextID(settings.press->handle()), &plugin));
    EXPECT_THAT(separator_of(settings, "cpu")->description(), StartsWith("reference (exact, this LittleCMS"));
    const Page page = random_page(settings.format, 1000, 1, test_seed());
    EXPECT_TRUE(separate(settings, page, "cpu") == separate(settings, page, "reference"));
  }
}

TEST_F(ExactPipeline, LeavesFloatTablesAndSmallPagesToTheReference) {
  Settings settings = exact(ColorModel::rgb, Profile::srgb(), made::open(made::press_with_float_tables(0.5F)));
  settings.intent = profiles::Intent::relative;
  EXPECT_THAT(separator_of(settings, "cpu")->description(),
              StartsWith("reference (exact, its profiles have a step that only LittleCMS makes"));
  settings = exact(ColorModel::rgb, Profile::srgb(), Profile::default_press());
  settings.pixels = 1000;
  EXPECT_THAT(separator_of(settings, "cpu")->description(), StartsWith("reference (exact, too small a page"));
}

}  // namespace
}  // namespace platerip::separation
