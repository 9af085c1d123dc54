// Pages of every kind become the plates that a person would expect of them.
#include <algorithm>
#include <array>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using Percent = std::array<double, 4>;

class PageKinds : public PlateripTest {
 protected:
  /// The plates of page.tif have these coverages, block by block.
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

  write_file(file("six.icc"), made::press_of_inks(6));
  const Outcome outcome = platerip({"--verbose", "--profile", "six.icc", "page.tif"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, testing::HasSubstr("the profiles are not used"));
  EXPECT_THAT(platerip({"--verbose", "page.tif"}).err, testing::Not(testing::HasSubstr("profiles")));
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

/// Each of these is refused with the way out, and the way out works.
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
      case 3:  // a colour space that the page has not
        return made::gray();
      case 4:  // of the wrong class
        return made::device_link();
      case 5:  // a tag that lies outside
        made::put_u32(bytes, made::tag_entry(bytes, cmsSigRedColorantTag) + 4, 0x7fffffff);
        return bytes;
      default:  // a tone curve that is none
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
