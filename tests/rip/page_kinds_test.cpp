// Pages of every kind become the plates that a person would expect.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using Percent = std::array<double, 4>;

class PageKinds : public PlateripTest {
 protected:
  /// Expects these coverages of the plates of page.tif, block by block.
  void expect_coverage(const BlockPage& page, const std::vector<Percent>& expected) const {
    for (std::size_t ink = 0; ink < 4; ++ink) {
      const Plate made = plate("page." + std::string(ink_names[ink]) + ".tif");
      for (std::size_t block = 0; block < expected.size(); ++block) {
        EXPECT_NEAR(made.coverage(page.inner(block)), expected[block][ink], 2.5) << ink_names[ink] << ' ' << block;
      }
    }
  }

  void rip(const BlockPage& page, const std::vector<Percent>& expected) const {
    write_page(file("page.tif"), page);
    expect_done(platerip({"page.tif"}));
    expect_coverage(page, expected);
  }
};

const std::vector<std::vector<std::uint16_t>> colors = {{0, 0, 0}, {200, 130, 90}, {60, 90, 140}, {255, 255, 255}};

std::vector<Percent> inks_of(const std::vector<std::vector<std::uint16_t>>& rgb) {
  std::vector<Percent> percent;
  for (const auto& color : rgb) percent.push_back(ink_percent(color));
  return percent;
}

TEST_F(PageKinds, SixteenBits) {
  BlockPage page{.blocks = colors, .bits = 16};
  for (auto& block : page.blocks) {
    for (std::uint16_t& sample : block) sample = static_cast<std::uint16_t>(sample * 257);
  }
  rip(page, inks_of(colors));
}

TEST_F(PageKinds, SixteenBitsAreSummedUpSo) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 0, 0}}, .bits = 16});
  EXPECT_EQ(summary_of({"page.tif"})["bits"], 16);
}

TEST_F(PageKinds, GrayHasTheToneOfNeutralRgb) {
  const BlockPage page{.blocks = {{0}, {90}, {180}, {255}}, .photometric = PHOTOMETRIC_MINISBLACK};
  rip(page, inks_of({{0, 0, 0}, {90, 90, 90}, {180, 180, 180}, {255, 255, 255}}));
}

TEST_F(PageKinds, MinIsWhiteIsTheNegative) {
  const BlockPage page{.blocks = {{0}, {165}, {255}}, .photometric = PHOTOMETRIC_MINISWHITE};
  rip(page, inks_of({{255, 255, 255}, {90, 90, 90}, {0, 0, 0}}));
}

TEST_F(PageKinds, CmykPassesThrough) {
  const BlockPage page{.blocks = {{0, 51, 102, 255}, {255, 0, 0, 0}, {0, 0, 0, 0}},
                       .photometric = PHOTOMETRIC_SEPARATED};
  rip(page, {{0, 20, 40, 100}, {100, 0, 0, 0}, {0, 0, 0, 0}});
}

TEST_F(PageKinds, CmykThatPassesThroughNeedsNoProfileButNoBadOne) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 51, 102, 255}}, .photometric = PHOTOMETRIC_SEPARATED});
  expect_complaint(platerip({"--profile", "missing.icc", "page.tif"}), 1, {"missing.icc"});
  expect_complaint(platerip({"--input-profile", "missing.icc", "page.tif"}), 1, {"missing.icc"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(PageKinds, WarnWherePressesDoNotSayHowDarkTheirInksAre) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 51, 102}}});
  write_file(file("press.icc"), made::press({.prints = {}}));
  write_file(file("six.icc"), made::press({.inks = 6, .space = cmsSig6colorData, .prints = {}}));
  for (const std::string press : {"press.icc", "six.icc"}) {
    expect_complaint(platerip({"--profile", press, "page.tif"}), 0,
                     {"page.tif: " + press + " does not say how dark its inks are", "give another --profile"});
    expect_done(platerip({"--profile", press, "--no-bpc", "page.tif"}));
    expect_done(platerip({"--profile", press, "--intent", "absolute", "page.tif"}));
    expect_done(platerip({"--profile", press, "--intent", "perceptual", "page.tif"}));  // ICC.1 says how dark
  }
}

TEST_F(PageKinds, CmykThatPassesThroughSaysThatTheProfilesAreNotUsed) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 51, 102, 255}}, .photometric = PHOTOMETRIC_SEPARATED});
  write_file(file("press.icc"), made::press());
  const Outcome outcome = platerip({"--verbose", "--profile", "press.icc", "page.tif"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, testing::HasSubstr("the profiles are not used"));
  EXPECT_THAT(platerip({"--verbose", "page.tif"}).err, testing::Not(testing::HasSubstr("profiles")));
}

TEST_F(PageKinds, CmykThatPassesThroughWarnsOfAPressWithOtherInks) {
  BlockPage page{.blocks = {{0, 51, 102, 255}}, .photometric = PHOTOMETRIC_SEPARATED};
  write_page(file("page.tif"), page);
  write_file(file("press.icc"), made::press());
  write_file(file("six.icc"), made::press_of_inks(6));
  const std::string unchanged = "platerip: page.tif: its inks pass through unchanged, not converted to ";
  expect_done(platerip({"--profile", "press.icc", "page.tif"}));
  expect_complaint(platerip({"--profile", "six.icc", "page.tif"}), 0,
                   {unchanged + "six.icc", "give --convert-cmyk with an input profile to convert them"});
  expect_complaint(platerip({"--profile", "six.icc", "--input-profile", "press.icc", "page.tif"}), 0,
                   {unchanged + "six.icc; give --convert-cmyk to convert them"});
  expect_done(platerip({"-q", "--profile", "six.icc", "page.tif"}));
  expect_done(platerip({"--profile", "six.icc", "--convert-cmyk", "--input-profile", "press.icc", "page.tif"}));

  page.icc_profile = made::press({.colorants = {"Cyan", "Magenta", "Yellow", "Key"}});
  write_page(file("page.tif"), page);
  write_file(file("own.icc"), page.icc_profile);
  expect_done(platerip({"page.tif"}));
  expect_done(platerip({"--profile", "own.icc", "page.tif"}));
  expect_done(platerip({"--ignore-embedded", "--profile", "press.icc", "page.tif"}));
  expect_complaint(platerip({"--profile", "press.icc", "--preview", "shown.png", "page.tif"}), 0,
                   {unchanged + "press.icc; give --convert-cmyk to convert them"});
  expect_done(platerip({"--profile", "press.icc", "--convert-cmyk", "page.tif"}));
}

TEST_F(PageKinds, CmykIsConvertedOnlyWithAProfile) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 51, 102, 255}}, .photometric = PHOTOMETRIC_SEPARATED});
  expect_complaint(platerip({"--convert-cmyk", "page.tif"}), 1, {"page.tif", "--input-profile"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});

  write_file(file("ink.icc"), made::press());
  const auto converted = summary_of({"--convert-cmyk", "--input-profile", "ink.icc", "page.tif"});
  EXPECT_EQ(converted["profiles"]["page"], "ink.icc");
}

TEST_F(PageKinds, UnassociatedAlphaLiesOnPaper) {
  const BlockPage page{.blocks = {{0, 0, 0, 0}, {0, 0, 0, 255}, {200, 130, 90, 255}, {0, 0, 0, 102}},
                       .alpha = EXTRASAMPLE_UNASSALPHA};
  rip(page, inks_of({{255, 255, 255}, {0, 0, 0}, {200, 130, 90}, {153, 153, 153}}));
}

TEST_F(PageKinds, AssociatedAlphaLiesOnPaper) {
  const BlockPage page{.blocks = {{0, 0, 0, 0}, {50, 20, 10, 100}}, .alpha = EXTRASAMPLE_ASSOCALPHA};
  rip(page, inks_of({{255, 255, 255}, {205, 175, 165}}));
}

TEST_F(PageKinds, OnePixel) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 0, 0}}, .block_size = 1});
  expect_done(platerip({"page.tif"}));
  EXPECT_EQ(plate("page.Black.tif").levels.size(), 1u);
}

TEST_F(PageKinds, AnEmbeddedProfileCounts) {
  write_page(file("page.tif"), BlockPage{.blocks = {{200, 40, 40}}, .icc_profile = made::wide_rgb()});
  const auto with = summary_of({"page.tif"});
  const auto without = summary_of({"--ignore-embedded", "page.tif"});
  EXPECT_NE(with["plates"], without["plates"]);
  EXPECT_THAT(with["profiles"]["page"].get<std::string>(), testing::HasSubstr("embedded"));
  EXPECT_EQ(without["profiles"]["page"], "sRGB");
}

TEST_F(PageKinds, InputProfileGoesBeforeTheEmbeddedOne) {
  write_file(file("wide.icc"), made::wide_rgb());
  write_page(file("page.tif"), BlockPage{.blocks = {{200, 40, 40}}, .icc_profile = made::Bytes(500)});
  const auto summary = summary_of({"--input-profile", "wide.icc", "page.tif"});
  EXPECT_EQ(summary["profiles"]["page"], "wide.icc");
}

/// A gray page with an RGB profile, as image editors leave them.
class GrayWithRgbProfile : public PageKinds, public testing::WithParamInterface<std::uint16_t> {
 protected:
  GrayWithRgbProfile() {
    const auto top = static_cast<std::uint16_t>((1 << GetParam()) - 1);
    for (const int eighths : {0, 1, 2, 4, 6, 7, 8}) {
      const auto gray = static_cast<std::uint16_t>(top * eighths / 8);
      gray_.blocks.push_back({gray});
      rgb_.blocks.push_back({gray, gray, gray});
    }
    gray_.bits = rgb_.bits = GetParam();
    gray_.photometric = PHOTOMETRIC_MINISBLACK;
  }

  void write(const made::Bytes& profile) {
    gray_.icc_profile = rgb_.icc_profile = profile;
    write_page(file("page.tif"), gray_);
    write_page(file("rgb.tif"), rgb_);
  }

  void expect_same_tones(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments = options;
    arguments.insert(arguments.end(), {"page.tif", "rgb.tif"});
    expect_done(platerip(arguments));
    for (const char* const ink : ink_names) {
      const Plate of_gray = plate("page." + std::string(ink) + ".tif"),
                  of_rgb = plate("rgb." + std::string(ink) + ".tif");
      for (std::size_t block = 0; block < gray_.blocks.size(); ++block)
        EXPECT_NEAR(of_gray.coverage(gray_.inner(block)), of_rgb.coverage(gray_.inner(block)), 1.0)
            << ink << ' ' << block;
    }
  }

  BlockPage gray_, rgb_;
};

TEST_P(GrayWithRgbProfile, PrintsAsRgbDoes) {
  for (const made::Bytes& profile : {made::wide_rgb(), made::uneven_rgb(), made::table_rgb(4.3, {0, 1, 2})}) {
    write(profile);
    expect_same_tones({});
    expect_same_tones({"--intent", "perceptual", "--precision", "exact"});
    expect_same_tones({"--intent", "absolute"});
  }
  EXPECT_EQ(summary_of({"page.tif"})["profiles"]["page"], "page.tif: embedded profile, its neutral axis");
  EXPECT_THAT(platerip({"--verbose", "page.tif"}).err,
              testing::HasSubstr("platerip: page.tif: its profile is for RGB pages: gray is taken for R = G = B\n"));
}

TEST_P(GrayWithRgbProfile, IsTheSameForAnInputProfile) {
  write({});
  write_file(file("uneven.icc"), made::uneven_rgb());
  expect_same_tones({"--input-profile", "uneven.icc"});
  EXPECT_EQ(summary_of({"--input-profile", "uneven.icc", "page.tif"})["profiles"]["page"],
            "uneven.icc, its neutral axis");
}

TEST_P(GrayWithRgbProfile, MakesTheSamePlatesOnEveryBackend) {
  write(made::uneven_rgb());
  const auto fast = summary_of({"--backend", "cpu", "page.tif"})["plates"];
  EXPECT_EQ(fast, summary_of({"--backend", "reference", "page.tif"})["plates"]);
}

TEST_P(GrayWithRgbProfile, IsRefusedWhereTheProfileIsDamagedOrOfInks) {
  made::Bytes damaged = made::wide_rgb();
  made::put_u32(damaged, made::tag_data(damaged, cmsSigRedTRCTag), 0);
  for (const made::Bytes& profile : {damaged, made::press()}) {
    write(profile);
    expect_complaint(platerip({"page.tif"}), 1, {"page.tif: embedded profile: ", "--ignore-embedded"});
  }
}

INSTANTIATE_TEST_SUITE_P(OfBits, GrayWithRgbProfile, testing::Values(8, 16));

/// Each of these is refused with advice, and the advice works.
class BadEmbeddedProfile : public PageKinds, public testing::WithParamInterface<int> {
 protected:
  static made::Bytes profile() {
    made::Bytes bytes = made::wide_rgb();
    switch (GetParam()) {
      case 0:  // noise
        std::fill(bytes.begin(), bytes.end(), std::byte{0x5a});
        return bytes;
      case 1:  // truncated
        bytes.resize(bytes.size() / 2);
        return bytes;
      case 2:  // not even a header
        return made::Bytes(10);
      case 3:  // a colour space that the page does not have
        return made::gray();
      case 4:  // of the wrong class
        return made::device_link();
      case 5:  // a tag outside of the file
        made::put_u32(bytes, made::tag_entry(bytes, cmsSigRedColorantTag) + 4, 0x7fffffff);
        return bytes;
      default:  // a damaged tone curve
        made::put_u32(bytes, made::tag_data(bytes, cmsSigRedTRCTag), 0);
        return bytes;
    }
  }
};

TEST_P(BadEmbeddedProfile, IsRefusedUnlessIgnored) {
  const BlockPage page{.blocks = colors, .icc_profile = profile()};
  write_page(file("page.tif"), page);
  expect_complaint(platerip({"page.tif"}), 1, {"page.tif", "profile", "--ignore-embedded"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});

  expect_done(platerip({"--ignore-embedded", "page.tif"}));
  expect_coverage(page, inks_of(colors));
}

INSTANTIATE_TEST_SUITE_P(OfManyKinds, BadEmbeddedProfile, testing::Range(0, 7));

}  // namespace
}  // namespace platerip::test
