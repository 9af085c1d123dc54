// Exact precision: the results of LittleCMS' own unoptimised transform, for every kind of page and in every backend.
#include <algorithm>
#include <cstring>

#include <gmock/gmock.h>
#include <lcms2.h>

#include "tests/on_threads.h"
#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Profile;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::int64_t big_page = std::int64_t{1} << 40;

Settings exact(const PixelFormat& format, const Profile& page, const Profile& press) {
  Settings settings;
  settings.format = format;
  settings.page = page;
  settings.press = press;
  settings.precision = Precision::exact;
  return settings;
}

Settings exact_rgb(int inks = 4) {
  return exact({}, Profile::srgb(), made::open(made::press_of_inks(inks)));
}

// The 16-bit inks of one pixel of 16-bit samples, by the unoptimised transform.
std::vector<std::uint16_t> unoptimized(const Settings& settings, const std::vector<std::uint16_t>& pixel) {
  const cmsHPROFILE page = settings.page->handle(), press = settings.press->handle();
  const cmsUInt32Number flags =
      cmsFLAGS_NOOPTIMIZE | (settings.black_point_compensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0);
  const cmsHTRANSFORM transform = cmsCreateTransform(page, cmsFormatterForColorspaceOfProfile(page, 2, FALSE), press,
                                                     cmsFormatterForColorspaceOfProfile(press, 2, FALSE),
                                                     static_cast<cmsUInt32Number>(settings.intent), flags);
  std::vector<std::uint16_t> inks(static_cast<std::size_t>(settings.press->channels()));
  cmsDoTransform(transform, pixel.data(), inks.data(), 1);
  cmsDeleteTransform(transform);
  return inks;
}

std::uint32_t rounded(std::uint16_t ink, int bits) {
  return bits == 16 ? ink : static_cast<std::uint32_t>((ink * std::uint64_t{65281} + (1u << 23)) >> 24);
}

// As separation.h defines it, for pages of every kind.
TEST(Exact, IsTheUnoptimizedTransform) {
  const Profile press = made::open(made::press_of_inks(4));
  for (const int bits : {8, 16})
    for (const bool compensation : {false, true})
      for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk, ColorModel::lab}) {
        const Profile page = model == ColorModel::gray  ? made::open(made::gray())
                             : model == ColorModel::rgb ? made::open(made::wide_rgb())
                             : model == ColorModel::lab ? Profile::lab()
                                                        : press;
        Settings settings = exact({model, Alpha::none, bits}, page, press);
        settings.black_point_compensation = compensation;
        const Page pixels = random_page(settings.format, 50, 1, test_seed());
        const Inks inks = separate(settings, pixels, "reference");
        const std::size_t samples = pixels.pixels.size() / 50 / (bits / 8);
        for (std::int64_t x = 0; x < 50; ++x) {
          std::vector<std::uint16_t> pixel;
          for (std::size_t s = 0; s < samples; ++s) {
            const std::byte* at = &pixels.pixels[(static_cast<std::size_t>(x) * samples + s) * (bits / 8)];
            std::uint16_t wide = 0;
            std::memcpy(&wide, at, bits / 8);
            pixel.push_back(static_cast<std::uint16_t>(bits == 16 ? wide : wide * 257));
          }
          const auto wanted = unoptimized(settings, pixel);
          for (std::size_t ink = 0; ink < 4; ++ink)
            ASSERT_EQ(inks.at(ink, 0, x), rounded(wanted[ink], bits)) << "bits " << bits << ", pixel " << x;
        }
      }
}

TEST(Exact, DiffersFromTheGrid) {
  Settings settings = exact_rgb();
  const Page page = random_page(settings.format, 1000, 1, test_seed());
  const Inks inks = separate(settings, page, "reference");
  settings.precision = Precision::littlecms;
  EXPECT_FALSE(separate(settings, page, "reference") == inks);
}

TEST(Exact, KeepsPaperWhite) {
  const Settings settings = exact({}, Profile::srgb(), Profile::default_press());
  const Inks inks = separate(settings, row_of<std::uint8_t>({}, {255, 255, 255}), "reference");
  for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_EQ(inks.at(ink, 0, 0), 0u) << ink;
}

TEST(Exact, KeepsPaperWhiteInLab) {
  for (const int bits : {8, 16}) {
    const PixelFormat format{ColorModel::lab, Alpha::none, bits};
    const Settings settings = exact(format, Profile::lab(), Profile::default_press());
    const Inks inks = bits == 8 ? separate(settings, row_of<std::uint8_t>(format, {255, 128, 128}), "reference")
                                : separate(settings, row_of<std::uint16_t>(format, {65535, 32896, 32896}), "reference");
    for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_LE(inks.at(ink, 0, 0), bits == 8 ? 0u : 4u) << ink;
  }
}

// Of separators that make each pixel by itself, and say why.
auto by_pixels(const std::string& why) {
  return AnyOf(HasSubstr("exact, pipeline, " + why), HasSubstr("reference (exact, this LittleCMS fuses"));
}

class ExactCpu : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
  }

  Settings with_table(Settings settings) const {
    settings.pixels = big_page;
    settings.parallel = on_threads(2);
    settings.cache = folder_.file("cache");
    return settings;
  }

  // Every red with random greens and blues, every gray, and noise.
  static Page colors() {
    Page page = random_page({}, 256 * 300, 1, test_seed());
    for (std::size_t i = 0; i < 256 * 200; ++i) page.pixels[3 * i] = static_cast<std::byte>(i);
    for (std::size_t i = 0; i < 256; ++i)
      std::fill_n(page.pixels.end() - 3 * 256 + 3 * i, 3, static_cast<std::byte>(i));
    return page;
  }

  static Inks inks_of(const Separator& separator, const Page& page) {
    Inks inks(page, separator.inks().size());
    separate_rows(separator, page, 0, page.rows, inks);
    return inks;
  }

  void expect_that_a_table_serves_all(int inks, KeepBlack keep_black) const {
    const Page page = colors();
    Settings settings = with_table(exact_rgb(inks));
    settings.keep_black = keep_black;
    const auto computed = separator_of(settings, "cpu");
    EXPECT_THAT(computed->description(), AllOf(StartsWith("cpu ("), HasSubstr("exact, table computed and kept as ")));
    EXPECT_TRUE(inks_of(*computed, page) == separate(settings, page, "reference"));

    settings.curves.assign(static_cast<std::size_t>(inks), *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
    settings.ink_limit = 170;
    for (const KeepBlack grays : {KeepBlack::none, keep_black}) {
      settings.keep_black = grays;
      const auto read = separator_of(settings, "cpu");
      EXPECT_THAT(read->description(), HasSubstr("exact, table read from "));
      EXPECT_TRUE(inks_of(*read, page) == separate(settings, page, "reference")) << "finished";
    }
  }

  test::TempFolder folder_;
};

// The table that is computed for one page serves the next, whatever its curves and ink limit are, and with or without
// grays in black alone.
TEST_F(ExactCpu, AgreesWithTheReferenceForFourInks) {
  expect_that_a_table_serves_all(4, KeepBlack::neutral);
}

// Of five inks, none is black.
TEST_F(ExactCpu, AgreesWithTheReferenceForFiveInks) {
  expect_that_a_table_serves_all(5, KeepBlack::none);
}

TEST_F(ExactCpu, DoesWithoutATableWhereThatIsBetterOrTheOnlyWay) {
  const auto description = [this](Settings settings) {
    return separator_of(with_table(settings), "cpu")->description();
  };
  Settings wide = exact_rgb();
  wide.format.bits = 16;
  EXPECT_THAT(description(wide), by_pixels("16 bits"));
  Settings cmyk = exact({ColorModel::cmyk}, made::open(made::press_of_inks(4)), made::open(made::press_of_inks(4)));
  EXPECT_THAT(description(cmyk), by_pixels("conversion from CMYK"));
  Settings gray = exact({ColorModel::gray}, Profile::srgb_gray(), made::open(made::press_of_inks(4)));
  EXPECT_THAT(description(gray), EndsWith("exact, gray table)"));
  Settings small = with_table(exact_rgb());
  small.pixels = 1000;
  EXPECT_THAT(separator_of(small, "cpu")->description(), StartsWith("reference (exact, too small a page"));
  small.pixels = 100'000;
  EXPECT_THAT(separator_of(small, "cpu")->description(), by_pixels("too small a page for a table"));
  small.pixels = 0;
  EXPECT_THAT(separator_of(small, "cpu")->description(), by_pixels("no table, as nobody said"));
  Settings passing;
  passing.format.model = ColorModel::cmyk;
  passing.precision = Precision::exact;
  EXPECT_THAT(description(passing), EndsWith(", pass)")) << "there is nothing to be exact about";
}

// For a single page of a million pixels, filling a table of 16.7 million colours would take longer than the page.
TEST_F(ExactCpu, ComputesNoTableForOneSmallPage) {
  Settings settings = with_table(exact_rgb());
  settings.pixels = 1 << 20;
  settings.cache.reset();
  EXPECT_THAT(separator_of(settings, "cpu")->description(),
              by_pixels("too small a page for a table that is not kept)"));
  settings.cache = "/dev/null/cache";
  EXPECT_THAT(separator_of(settings, "cpu")->description(),
              by_pixels("too small a page for a table that is not kept: /dev/null/cache: "));
}

TEST_F(ExactCpu, LabTakesTheTableOfTheJobsEarlierPage) {
  const PixelFormat format{ColorModel::lab, Alpha::none, 8};
  Settings settings = with_table(exact(format, Profile::lab(), made::open(made::press_of_inks(4))));
  settings.shared = make_shared_tables();
  settings.cache = "/dev/null/cache";
  settings.ink_limit = 170;
  const Page page = random_page(format, 1009, 3, test_seed());
  const Inks wanted = separate(settings, page, "reference");
  const auto computed = separator_of(settings, "cpu");
  EXPECT_THAT(computed->description(), HasSubstr("exact, table computed and not kept: /dev/null/cache: "));
  EXPECT_TRUE(inks_of(*computed, page) == wanted);
  settings.pixels = 1 << 20;
  const auto next = separator_of(settings, "cpu");
  EXPECT_THAT(next->description(), EndsWith("exact, table of an earlier page)"));
  EXPECT_TRUE(inks_of(*next, page) == wanted);

  Settings other = settings;
  other.ink_limit = 200;
  EXPECT_THAT(separator_of(other, "cpu")->description(), by_pixels("too small a page")) << "another limit, other inks";
  other = settings;
  other.keep_black = KeepBlack::neutral;
  EXPECT_THAT(separator_of(other, "cpu")->description(), by_pixels("too small a page")) << "other grays, other inks";
}

TEST_F(ExactCpu, GrayAgreesWithTheReference) {
  for (const int bits : {8, 16}) {
    const Settings settings =
        exact({ColorModel::gray, Alpha::none, bits}, Profile::srgb_gray(), made::open(made::press_of_inks(4)));
    const Page page = random_page(settings.format, 10000, 1, test_seed());
    EXPECT_TRUE(separate(settings, page, "cpu") == separate(settings, page, "reference")) << bits;
  }
}

TEST_F(ExactCpu, CanBeGivenUp) {
  Settings settings = with_table(exact_rgb());
  std::vector<double> shares;
  settings.making = [&](double share) {
    shares.push_back(share);
    return shares.size() < 3;
  };
  const auto separator = make_separator(settings, "cpu");
  ASSERT_FALSE(separator.ok());
  EXPECT_THAT(separator.error().message, HasSubstr("given up"));
  EXPECT_EQ(separator.error().code, ErrorCode::stopped);
  EXPECT_EQ(shares.front(), 0);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_LT(shares.size(), 6u) << "what had begun was finished, no more";
  EXPECT_FALSE(std::filesystem::exists(*settings.cache)) << "nothing is kept of it";
}

}  // namespace
}  // namespace platerip::separation
