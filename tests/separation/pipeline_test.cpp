// Exact precision without a table of all colours: `cpu` evaluates LittleCMS' pipeline with LittleCMS' bits.
#include "separation/pipeline/pipeline.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <random>

#include "separation/pipeline/kernels.h"
#include "separation/pipeline/make_steps.h"
#include "tests/profiles/made_links.h"
#include "tests/profiles/made_profiles.h"
#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/odd_littlecms.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Settings exact(ColorModel model, const Profile& page, const Profile& press, int bits = 16) {
  Settings settings;
  settings.format = {model, Alpha::none, bits};
  settings.page = page;
  if (!page.is_link()) settings.press = press;
  settings.precision = Precision::exact;
  return settings;
}

class ExactPipeline : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
    const auto steps = pipeline::make_steps(exact(ColorModel::rgb, Profile::srgb(), Profile::default_press()));
    if (!steps.ok() && steps.error().message.find("fuses") != std::string::npos)
      GTEST_SKIP() << "NOT TESTED: " << steps.error().message;
  }
};

// Noise, and every mixture of the least and the greatest sample with one that is next to either.
Page telling_page(const PixelFormat& format) {
  Page page = random_page(format, test::sanitized ? 701 : 3001, 1, test_seed());
  const int samples = colors_of(format.model);
  const std::array<std::uint16_t, 4> ends = {0, 1, 0xFFFE, 0xFFFF};
  std::vector<std::uint16_t> edges;
  for (int color = 0; color < 1 << (2 * samples); ++color)
    for (int s = 0; s < samples; ++s) edges.push_back(ends[static_cast<std::size_t>(color >> (2 * s) & 3)]);
  const auto bytes = std::as_bytes(std::span(edges));
  if (format.bits == 16) std::copy_n(bytes.begin(), std::min(bytes.size(), page.pixels.size()), page.pixels.begin());
  return page;
}

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

const std::vector<made::Storage>& storages() {
  static const std::vector<made::Storage> all = {{4.3, cmsSigLabData},
                                                 {4.3, cmsSigXYZData},
                                                 {2.4, cmsSigLabData},
                                                 {2.4, cmsSigXYZData},
                                                 {2.4, cmsSigLabData, true}};
  return all;
}

TEST_F(ExactPipeline, HasTheReferencesBitsForPagesOfMatrixAndCurves) {
  for (const Profile& page : {Profile::srgb(), made::open(made::wide_rgb()), made::open(made::uneven_rgb())})
    for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute}) {
      Settings settings = exact(ColorModel::rgb, page, Profile::default_press());
      settings.intent = intent;
      settings.black_point_compensation = intent == Intent::relative;
      expect_reference_bits(settings, "intent " + std::to_string(static_cast<int>(intent)));
    }
}

TEST_F(ExactPipeline, HasTheReferencesBitsForAnyNumberOfInks) {
  for (int inks = 3; inks <= 8; ++inks) {
    Settings settings = exact(ColorModel::rgb, Profile::srgb(), made::open(made::press_of_inks(inks)));
    expect_reference_bits(settings, std::to_string(inks) + " inks");
  }
}

// From each kind of tables to each kind of tables.
TEST_F(ExactPipeline, HasTheReferencesBitsForTablesOfAnyKind) {
  for (const bool is_cmyk : {false, true})
    for (const made::Storage& from : storages())
      for (const made::Storage& to : storages()) {
        const Profile page = made::open(made::with_all_stages(is_cmyk ? cmsSigCmykData : cmsSigRgbData, from));
        const Profile press = made::open(made::with_all_stages(cmsSigCmykData, to));
        Settings settings = exact(is_cmyk ? ColorModel::cmyk : ColorModel::rgb, page, press);
        settings.black_point_compensation = from.version == to.version;
        const auto name = [](const made::Storage& storage) {
          return std::to_string(storage.version) + (storage.pcs == cmsSigLabData ? " Lab " : " XYZ ") +
                 (storage.eight_bits ? "8 bits" : "16 bits");
        };
        expect_reference_bits(settings, name(from) + " to " + name(to));
      }
}

TEST_F(ExactPipeline, HasTheReferencesBitsForLabAndLinks) {
  const Profile press = Profile::default_press();
  expect_reference_bits(exact(ColorModel::lab, Profile::lab(), press), "Lab");
  expect_reference_bits(exact(ColorModel::lab, Profile::lab(), made::open(made::press_of_inks(6))), "Lab, 6 inks");
  const Profile rgb = made::open(made::grid_link(cmsSigRgbData, cmsSigCmykData));
  const Profile cmyk = made::open(made::grid_link(cmsSigCmykData, cmsSig6colorData));
  expect_reference_bits(exact(ColorModel::rgb, rgb, press), "link from RGB");
  expect_reference_bits(exact(ColorModel::cmyk, cmyk, press), "link from CMYK");
  expect_reference_bits(exact(ColorModel::rgb, made::open(made::link(Profile::srgb(), press)), press), "made link");
}

TEST_F(ExactPipeline, HasTheReferencesBitsForEightBitsAndAllSettings) {
  for (const int bits : {8, 16})
    for (const ColorModel model : {ColorModel::rgb, ColorModel::cmyk}) {
      const bool is_cmyk = model == ColorModel::cmyk;
      Settings settings =
          exact(model, is_cmyk ? Profile::default_press() : Profile::srgb(), Profile::default_press(), bits);
      expect_reference_bits(settings, std::to_string(bits) + " bits");
      settings.format.alpha = Alpha::unassociated;
      settings.keep_black = is_cmyk ? KeepBlack::k : KeepBlack::neutral;
      settings.paper_white = true;
      settings.curves.assign(4, *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
      settings.ink_limit = 170;
      expect_reference_bits(settings, random_page(settings.format, 3001, 2, test_seed()), "all settings");
    }
}

// Where the rounding of L*a*b* is in doubt, LittleCMS decides. It is so for one pixel in some thousands if the
// press stretches L*a*b* a thousand times, and for one in millions with usual presses.
TEST_F(ExactPipeline, LeavesRoundingsInDoubtToLittleCms) {
  std::mt19937 random(test_seed());
  std::vector<std::uint16_t> samples;
  for (int i = 0; i < 3 * (test::sanitized ? 20'000 : 200'000); ++i)
    samples.push_back(static_cast<std::uint16_t>(0x7741 + random() % 0x40));  // L* is nearly 50
  Settings settings = exact(ColorModel::rgb, Profile::srgb(), made::open(made::stretching_press(1000)));
  settings.black_point_compensation = false;
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
  settings.intent = Intent::relative;
  EXPECT_THAT(separator_of(settings, "cpu")->description(),
              StartsWith("reference (exact, its profiles have a step that only LittleCMS makes"));
  settings = exact(ColorModel::rgb, Profile::srgb(), Profile::default_press());
  settings.pixels = 1000;
  EXPECT_THAT(separator_of(settings, "cpu")->description(), StartsWith("reference (exact, too small a page"));
}

}  // namespace
}  // namespace platerip::separation
