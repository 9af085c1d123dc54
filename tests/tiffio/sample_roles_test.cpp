// What each sample of a page is: every row of the tables in sample_roles.h, and what holds for all tags.
#include "tiffio/pages/sample_roles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace platerip::test {
namespace {

using testing::HasSubstr;
using tiffio::Alpha;
using tiffio::ColorModel;
using tiffio::PhotoshopChannel;
using tiffio::roles_of_samples;
using tiffio::SampleRoles;
using tiffio::SampleTags;
using Space = SampleTags::Space;
using Names = std::vector<std::string>;
using Kinds = std::vector<std::uint16_t>;
using Channels = std::vector<PhotoshopChannel>;

constexpr std::uint16_t associated = 1;
constexpr std::uint16_t unassociated = 2;
const Names cmyk{"Cyan", "Magenta", "Yellow", "Black"};

/// The roles in the order of the samples: "1" to "4" for colours, alpha, -alpha (associated), names of inks, "?" for
/// an ink without a name, "!Name" if its greatest number is paper, "." for what is left out; then what was remarked.
std::string text_of(const SampleTags& tags) {
  const auto roles = roles_of_samples(tags);
  if (!roles.ok()) return "error: " + roles.error().message;
  Names samples(static_cast<std::size_t>(tags.samples), "nothing");
  const auto at = [&samples](int sample) -> std::string& { return samples.at(static_cast<std::size_t>(sample)); };
  int color = 0;
  for (const int sample : roles->colors) at(sample) = std::to_string(++color);
  if (roles->alpha != Alpha::none) at(roles->alpha_sample) = roles->alpha == Alpha::associated ? "-alpha" : "alpha";
  for (const tiffio::Spot& spot : roles->spots)
    at(spot.sample) = (spot.inverted ? "!" : "") + (spot.name.empty() ? "?" : spot.name);
  for (const int sample : roles->left_out) at(sample) = ".";
  std::string text;
  for (const std::string& sample : samples) text += (text.empty() ? "" : " ") + sample;
  if (!roles->remark.empty()) text += " | " + roles->remark;
  return text;
}

Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

SampleTags separated(int samples, Names names = {}, Kinds kinds = {}) {
  return {
      .space = Space::separated, .samples = samples, .ink_names = std::move(names), .extra_samples = std::move(kinds)};
}

SampleTags multi_ink(SampleTags tags, std::optional<std::uint64_t> inks = {}) {
  tags.ink_set = 2;
  tags.number_of_inks = inks;
  return tags;
}

SampleTags cmyk_set(SampleTags tags) {
  tags.ink_set = 1;
  return tags;
}

SampleTags counted(SampleTags tags, std::uint64_t inks) {
  tags.number_of_inks = inks;
  return tags;
}

TEST(SampleRoles, ColoursComeFirst) {
  EXPECT_EQ(text_of({.space = Space::gray, .samples = 1}), "1");
  EXPECT_EQ(text_of({.space = Space::palette, .samples = 1}), "1");
  EXPECT_EQ(text_of({.space = Space::rgb, .samples = 3}), "1 2 3");
  EXPECT_EQ(text_of({.space = Space::lab, .samples = 3}), "1 2 3");
  EXPECT_EQ(text_of(separated(4)), "1 2 3 4");
  EXPECT_EQ(text_of(cmyk_set(separated(4))), "1 2 3 4");
}

TEST(SampleRoles, NamesOfExtraSamplesOnlyLeaveTheColoursAlone) {
  const Names all{"White", "Varnish", "Gold", "Silver", "Primer"};
  const std::pair<Space, std::string> spaces[] = {{Space::gray, "1"},
                                                  {Space::palette, "1"},
                                                  {Space::rgb, "1 2 3"},
                                                  {Space::lab, "1 2 3"},
                                                  {Space::separated, "1 2 3 4"}};
  for (const auto& [space, colors] : spaces) {
    for (std::size_t n = 1; n <= all.size(); ++n) {
      SampleTags tags{.space = space,
                      .samples = static_cast<int>(n + (colors.size() + 1) / 2),
                      .ink_names = {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)}};
      std::string expected = colors;
      for (const std::string& name : tags.ink_names) expected += " " + name;
      for (const std::uint16_t kind : Kinds{0, 1, 2, 3}) {
        for (const std::uint64_t inks : {std::uint64_t{0}, n, static_cast<std::uint64_t>(tags.samples)}) {
          for (const int ink_set : {0, 1}) {
            tags.extra_samples.assign(kind == 3 ? 0 : n, kind);
            tags.number_of_inks = inks == 0 ? std::nullopt : std::optional(inks);
            tags.ink_set = ink_set == 0 ? std::nullopt : std::optional<std::uint64_t>(1);
            EXPECT_EQ(text_of(tags), expected) << kind << ' ' << inks << ' ' << ink_set;
          }
        }
      }
    }
  }
}

TEST(SampleRoles, NamesOfAllSamplesNameTheExtraOnes) {
  const Names extras{"White", "Varnish"};
  for (const Kinds& kinds : {Kinds{}, Kinds{0, 0}, Kinds{0, 2}, Kinds{1, 2}, Kinds{2, 2}}) {
    EXPECT_EQ(text_of(separated(6, with(cmyk, extras), kinds)), "1 2 3 4 White Varnish");
    EXPECT_EQ(text_of(cmyk_set(separated(6, with(cmyk, extras), kinds))), "1 2 3 4 White Varnish");
    EXPECT_EQ(text_of(multi_ink(separated(6, with(cmyk, extras), kinds), 6)), "1 2 3 4 White Varnish");
    EXPECT_EQ(text_of({.space = Space::rgb,
                       .samples = 5,
                       .ink_names = {"red", "green", "blue", "White", "Varnish"},
                       .extra_samples = kinds}),
              "1 2 3 White Varnish");
    EXPECT_EQ(
        text_of(
            {.space = Space::gray, .samples = 3, .ink_names = {"Black", "White", "Varnish"}, .extra_samples = kinds}),
        "1 White Varnish");
  }
}

TEST(SampleRoles, CmykIsWhereItsNamesStand) {
  const Names mixed{"Gold", "Black", "Yellow", "magenta", "CYAN", "White"};
  for (const SampleTags& tags : {separated(6, mixed), cmyk_set(separated(6, mixed)), multi_ink(separated(6, mixed))})
    EXPECT_EQ(text_of(tags), "Gold 4 3 2 1 White");
  EXPECT_EQ(text_of(separated(4, {"Black", "Cyan", "Magenta", "Yellow"})), "4 1 2 3");
}

TEST(SampleRoles, NamesOfCmykNeverNameExtraSamples) {
  for (int extras = 1; extras <= 5; ++extras) {
    const Kinds kinds(static_cast<std::size_t>(extras), 0);
    for (const SampleTags& tags :
         {separated(4 + extras, cmyk, kinds), separated(4 + extras, cmyk), cmyk_set(separated(4 + extras, cmyk, kinds)),
          multi_ink(separated(4 + extras, cmyk, kinds), 4), counted(separated(4 + extras, cmyk, kinds), 4)}) {
      const auto roles = roles_of_samples(tags);
      ASSERT_TRUE(roles.ok());
      EXPECT_EQ(roles->model, ColorModel::cmyk);
      EXPECT_TRUE(roles->spots.empty());
      EXPECT_EQ(roles->left_out.size(), static_cast<std::size_t>(extras));
      EXPECT_THAT(roles->remark, HasSubstr(extras == 1 ? "is left out" : "are left out"));
    }
  }
  EXPECT_EQ(
      text_of({.space = Space::rgb, .samples = 6, .ink_names = {"Red", "Green", "Blue"}, .extra_samples = {0, 0, 0}}),
      "1 2 3 . . . | samples 4 to 6 of each pixel are left out, because they are neither inks with names nor the "
      "alpha");
}

TEST(SampleRoles, OtherNamesAreInksWithoutColours) {
  const Names two{"Gold", "White"};
  EXPECT_EQ(text_of(multi_ink(separated(2, two), 2)), "Gold White");
  EXPECT_EQ(text_of(multi_ink(separated(2, two))), "Gold White");
  EXPECT_EQ(text_of(separated(2, two)), "Gold White");
  EXPECT_EQ(text_of(separated(4, {"Cyan", "Magenta", "Gold", "Silver"})), "Cyan Magenta Gold Silver");
  EXPECT_EQ(text_of(counted(separated(4, {"Cyan", "Magenta", "Yellow"}, {0}), 3)),
            "Cyan Magenta Yellow . | sample 4 of each pixel is left out, because it is neither an ink with a name nor "
            "the alpha");
  EXPECT_EQ(text_of(multi_ink(separated(4, two), 4)), "Gold White ? ?");
}

TEST(SampleRoles, InkSetCmykAllowsNamesInAnotherLanguage) {
  EXPECT_EQ(text_of(cmyk_set(separated(5, {"Cyan", "Magenta", "Jaune", "Noir", "Or"}))), "1 2 3 4 Or");
  EXPECT_EQ(text_of(separated(4, {"Cyan", "Magenta", "Jaune", "Noir"})), "Cyan Magenta Jaune Noir");
  EXPECT_EQ(text_of(cmyk_set(separated(4, {"Black", "Magenta", "Jaune", "Noir"}))), "Black Magenta Jaune Noir");
}

// Argyll's charts of CMYK and of CMY name three inks and count four.
TEST(SampleRoles, AnUnnamedBlackIsBlack) {
  const Names three{"cyan", "magenta", "yellow"};
  EXPECT_EQ(text_of(cmyk_set(counted(separated(4, three), 4))), "1 2 3 4");
  EXPECT_EQ(text_of(separated(4, three)), "1 2 3 4");
}

TEST(SampleRoles, InkSetForOtherInksThanCmykMayStillNameExtraSamplesOnly) {
  EXPECT_EQ(text_of(multi_ink(separated(6, {"White", "Gold"}, {0, 0}), 2)),
            "1 2 3 4 White Gold | the first four samples of each pixel are taken for cyan, magenta, yellow and black");
  EXPECT_EQ(text_of(multi_ink(separated(3, {"White", "Gold"}, {2}), 2)), "White Gold alpha");
}

TEST(SampleRoles, TransparencyIsObeyedWhateverInkSetSays) {
  for (const SampleTags& tags : {separated(5, {}, {unassociated}), cmyk_set(separated(5, {}, {unassociated})),
                                 separated(5, cmyk, {unassociated}), multi_ink(separated(5, cmyk, {unassociated}), 4)})
    EXPECT_EQ(text_of(tags), "1 2 3 4 alpha");
  EXPECT_EQ(text_of(multi_ink(separated(5, {"Gold", "White", "Red", "Blue"}, {associated}), 4)),
            "Gold White Red Blue -alpha");
  EXPECT_EQ(text_of({.space = Space::rgb, .samples = 4, .extra_samples = {associated}}), "1 2 3 -alpha");
  EXPECT_EQ(text_of({.space = Space::gray, .samples = 2, .extra_samples = {unassociated}}), "1 alpha");
  EXPECT_EQ(text_of({.space = Space::palette, .samples = 2, .extra_samples = {unassociated}}), "1 alpha");
  EXPECT_THAT(text_of({.space = Space::lab, .samples = 4, .extra_samples = {unassociated}}),
              HasSubstr("error: L*a*b* colour with alpha"));
}

TEST(SampleRoles, NamesMayLeaveOutTheAlpha) {
  const SampleTags rgb{.space = Space::rgb, .samples = 5, .extra_samples = {unassociated, 0}};
  for (const Names& names : {Names{"Gold"}, Names{"Red", "Green", "Blue", "Gold"}, Names{"Alpha", "Gold"},
                             Names{"Red", "Green", "Blue", "alpha 1", "Gold"}}) {
    SampleTags tags = rgb;
    tags.ink_names = names;
    EXPECT_EQ(text_of(tags), "1 2 3 alpha Gold");
  }
  for (const SampleTags& tags : {separated(6, with(cmyk, {"Gold"}), {unassociated, 0}),
                                 multi_ink(separated(6, with(cmyk, {"Gold"}), {unassociated, 0}), 5)})
    EXPECT_EQ(text_of(tags), "1 2 3 4 alpha Gold");
}

TEST(SampleRoles, ASampleCalledAlphaIsNoInk) {
  EXPECT_EQ(text_of(separated(5, with(cmyk, {"Transparency"}))),
            "1 2 3 4 alpha | sample 5 of each pixel is taken for alpha, although the tag ExtraSamples does not say so");
  EXPECT_THAT(text_of(separated(5, with(cmyk, {"Alpha"}), {0})),
              HasSubstr("1 2 3 4 . | sample 5 of each pixel is left"));
  EXPECT_THAT(text_of(separated(1, {"Alpha"}, {unassociated})), HasSubstr("error: has no ink"));
}

TEST(SampleRoles, TheOnlyUndescribedSampleBesideColoursIsAlpha) {
  const std::string remark = " of each pixel is taken for alpha, although the tag ExtraSamples does not say so";
  EXPECT_EQ(text_of({.space = Space::rgb, .samples = 4}), "1 2 3 alpha | sample 4" + remark);
  EXPECT_EQ(text_of({.space = Space::gray, .samples = 2}), "1 alpha | sample 2" + remark);
  EXPECT_EQ(text_of({.space = Space::palette, .samples = 2}), "1 alpha | sample 2" + remark);
  const std::string left_out = " of each pixel is left out, because it is neither an ink with a name nor the alpha";
  EXPECT_EQ(text_of({.space = Space::rgb, .samples = 4, .extra_samples = {0}}), "1 2 3 . | sample 4" + left_out);
  EXPECT_EQ(text_of({.space = Space::lab, .samples = 4}), "1 2 3 . | sample 4" + left_out);
  EXPECT_THAT(text_of({.space = Space::rgb, .samples = 5}),
              HasSubstr("1 2 3 . . | samples 4 and 5 of each pixel are left"));
  EXPECT_EQ(text_of({.space = Space::rgb, .samples = 4, .photoshop_channels = {{"Alpha 1", false}}}),
            "1 2 3 . | sample 4 of each pixel (in Photoshop Alpha 1)" + left_out.substr(14));
}

TEST(SampleRoles, OnlyTheFirstAlphaOfColoursCounts) {
  EXPECT_THAT(text_of({.space = Space::rgb, .samples = 5, .extra_samples = {unassociated, associated}}),
              HasSubstr("1 2 3 alpha . | sample 5"));
  EXPECT_THAT(text_of({.space = Space::rgb, .samples = 6, .extra_samples = {0, unassociated, 0}}),
              HasSubstr("1 2 3 . alpha . | samples 4 and 6"));
  EXPECT_THAT(text_of({.space = Space::rgb, .samples = 5, .extra_samples = {unassociated}}),
              HasSubstr("1 2 3 . alpha | sample 4"));
  EXPECT_EQ(text_of({.space = Space::rgb, .samples = 4, .extra_samples = {0, 0, 0, unassociated}}), "1 2 3 alpha");
}

TEST(SampleRoles, InksBesideCmykWithoutAnyTagAreInks) {
  const std::string remark = " | the first four samples of each pixel are taken for cyan, magenta, yellow and black; ";
  const std::string more = " of each pixel have no names, and print as inks called by their places";
  EXPECT_EQ(text_of(separated(5)),
            "1 2 3 4 ?" + remark + "sample 5 of each pixel has no name, and prints as an ink called by its place");
  EXPECT_EQ(text_of(separated(8)), "1 2 3 4 ? ? ? ?" + remark + "samples 5 to 8" + more);
  EXPECT_EQ(text_of(separated(6, {}, {unassociated, unassociated})), "1 2 3 4 ? ?" + remark + "samples 5 and 6" + more);
  EXPECT_EQ(text_of(counted(separated(6, {}, {0, 0}), 6)), "1 2 3 4 ? ?" + remark + "samples 5 and 6" + more);
  EXPECT_EQ(text_of(counted(separated(6), 6)), "1 2 3 4 ? ?" + remark + "samples 5 and 6" + more);
  EXPECT_EQ(text_of(counted(separated(5, {}, {unassociated}), 5)),
            "1 2 3 4 ?" + remark + "sample 5 of each pixel has no name, and prints as an ink called by its place");
  EXPECT_EQ(text_of(cmyk_set(separated(5))),
            "1 2 3 4 . | sample 5 of each pixel is left out, because it is neither an ink with a name nor the alpha");
  EXPECT_THAT(text_of(separated(6, {}, {unassociated, 0})), HasSubstr("1 2 3 4 alpha . | sample 6"));
}

TEST(SampleRoles, AChartOfArgyllHasNoAlpha) {
  for (int samples = 5; samples <= 8; ++samples) {
    SampleTags marked = separated(samples, {}, Kinds(static_cast<std::size_t>(samples - 4), unassociated));
    SampleTags plain = separated(samples);
    marked.is_argyll_chart = plain.is_argyll_chart = true;
    EXPECT_EQ(text_of(marked), text_of(plain));
    EXPECT_THAT(text_of(marked), HasSubstr("1 2 3 4 ?"));
    EXPECT_THAT(text_of(marked), testing::Not(HasSubstr(" alpha")));
  }
}

TEST(SampleRoles, PhotoshopsSpotsAreInvertedInks) {
  const Channels channels{{"Varnish", true}, {"Alpha 1", false}, {"Gold", true}};
  const std::string expected =
      "1 2 3 4 !Varnish . !Gold | sample 6 of each pixel (in Photoshop Alpha 1) is left out, because it is neither an "
      "ink with a name nor the "
      "alpha";
  SampleTags tags = separated(7, {}, {0, 0, 0});
  tags.photoshop_channels = channels;
  EXPECT_EQ(text_of(tags), expected);
  EXPECT_EQ(text_of(cmyk_set(tags)), expected);
  EXPECT_EQ(text_of(multi_ink(tags)), expected);
  tags.extra_samples = {unassociated, unassociated, unassociated};
  EXPECT_THAT(text_of(tags), HasSubstr("1 2 3 4 alpha . !Gold | sample 6 "));
  tags.ink_names = with(cmyk, {"A", "B", "C"});
  EXPECT_EQ(text_of(multi_ink(tags)), "1 2 3 4 A B C");
  tags.space = Space::rgb;
  tags.samples = 6;
  EXPECT_THAT(text_of(tags), HasSubstr("1 2 3 alpha . !Gold | sample 5 "));
}

TEST(SampleRoles, TagsThatContradictEachOtherAreRefused) {
  EXPECT_THAT(text_of(separated(3)), HasSubstr("its colour space needs 4 samples per pixel and it has 3; "));
  EXPECT_THAT(text_of({.space = Space::rgb, .samples = 2}), HasSubstr("needs 3 samples per pixel and it has 2; "));
  EXPECT_THAT(text_of(multi_ink(separated(3), 5)), HasSubstr("has 5 inks and only 3 samples per pixel; "));
  EXPECT_THAT(text_of(counted(separated(4), 70000)), HasSubstr("has 70000 inks and only 4 samples per pixel; "));
  EXPECT_THAT(text_of(separated(4, with(cmyk, {"Gold"}))), HasSubstr("has 5 names of inks and only 4 samples"));
  EXPECT_THAT(text_of(multi_ink(separated(3), 3)),
              HasSubstr("other inks than CMYK (3 inks) without their names is not"));
  EXPECT_THAT(text_of(multi_ink(separated(6))),
              HasSubstr("(6 inks) without their names is not handled; name the inks"));
  EXPECT_THAT(text_of(separated(40)), HasSubstr("a page of more than 32 inks is not handled; "));
}

/// All combinations of values that tags have in practice, and of some that they should not have.
template <typename Look>
void for_each_tags(Look look) {
  const std::vector<Names> names = {{},
                                    {"Gold"},
                                    {"Cyan"},
                                    {"Black"},
                                    {"Alpha"},
                                    {"Gold", "White"},
                                    {"Gold", "Alpha"},
                                    {"", "Gold"},
                                    {"Gold", "gold", "Gold"},
                                    {"cyan", "magenta", "yellow"},
                                    {"Red", "Green", "Blue"},
                                    cmyk,
                                    {"Black", "Cyan", "Magenta", "Yellow"},
                                    {"A", "B", "C", "D"},
                                    with(cmyk, {"Gold"}),
                                    with(cmyk, {"Gold", "", "White"}),
                                    with({"Gold"}, cmyk)};
  const std::vector<Kinds> kinds = {{}, {0}, {1}, {2}, {0, 0}, {0, 2}, {2, 0}, {2, 2}, {2, 1, 2}, {0, 0, 0, 0}};
  const std::vector<Channels> channels = {
      {}, {{"Spot", true}}, {{"Mask", false}}, {{"Mask", false}, {"Spot", true}, {"Spot", true}}};
  for (const Space space : {Space::gray, Space::palette, Space::rgb, Space::lab, Space::separated}) {
    const bool has_inks = space == Space::separated;
    const std::vector<std::uint64_t> ink_sets =
        has_inks ? std::vector<std::uint64_t>{0, 1, 2} : std::vector<std::uint64_t>{0};
    const std::vector<std::uint64_t> ink_counts =
        has_inks ? std::vector<std::uint64_t>{0, 1, 3, 4, 5, 7} : std::vector<std::uint64_t>{0, 3};
    for (int samples = 1; samples <= 9; ++samples)
      for (const std::uint64_t ink_set : ink_sets)
        for (const std::uint64_t inks : ink_counts)
          for (const Names& each : names)
            for (const Kinds& kind : kinds)
              for (const Channels& channel : channels)
                for (int argyll = 0; argyll <= (has_inks ? 1 : 0); ++argyll)
                  look(SampleTags{.space = space,
                                  .samples = samples,
                                  .ink_set = ink_set == 0 ? std::nullopt : std::optional(ink_set),
                                  .number_of_inks = inks == 0 ? std::nullopt : std::optional(inks),
                                  .ink_names = each,
                                  .extra_samples = kind,
                                  .photoshop_channels = channel,
                                  .is_argyll_chart = argyll != 0});
  }
}

std::string shown(const SampleTags& tags) {
  std::string text = "space " + std::to_string(static_cast<int>(tags.space)) + ", samples " +
                     std::to_string(tags.samples) + ", InkSet " + std::to_string(tags.ink_set.value_or(0)) +
                     ", NumberOfInks " + std::to_string(tags.number_of_inks.value_or(0)) + ", ExtraSamples";
  for (const std::uint16_t kind : tags.extra_samples) text += " " + std::to_string(kind);
  text += ", InkNames";
  for (const std::string& name : tags.ink_names) text += " '" + name + "'";
  text += ", Photoshop";
  for (const PhotoshopChannel& channel : tags.photoshop_channels) text += " " + channel.name;
  return text + (tags.is_argyll_chart ? ", Argyll: " : ": ") + text_of(tags);
}

/// What is wrong with the roles; "" if nothing is.
std::string fault_in(const SampleTags& tags, const SampleRoles& roles) {
  std::multiset<int> samples(roles.colors.begin(), roles.colors.end());
  samples.insert(roles.left_out.begin(), roles.left_out.end());
  for (const tiffio::Spot& spot : roles.spots) samples.insert(spot.sample);
  if (roles.alpha != Alpha::none) samples.insert(roles.alpha_sample);
  int next = 0;
  for (const int sample : samples) {
    if (sample != next++) return "not each sample has one role";
  }
  if (next != tags.samples) return "a sample has no role";

  const auto kind_of = [&tags](int sample) {
    const int place = sample - tags.samples + static_cast<int>(tags.extra_samples.size());
    return place < 0 ? 0 : tags.extra_samples[static_cast<std::size_t>(place)];
  };
  const auto says = [&roles](const char* words) { return roles.remark.find(words) != std::string::npos; };
  if (roles.left_out.empty() == says("left out")) return "what is left out is not what is told";
  const bool is_marked = roles.alpha != Alpha::none && kind_of(roles.alpha_sample) != 0;
  if (is_marked && kind_of(roles.alpha_sample) != (roles.alpha == Alpha::associated ? 1 : 2)) return "another alpha";
  if ((roles.alpha != Alpha::none && !is_marked) != says("taken for alpha")) return "a guessed alpha is not told";
  if (roles.alpha == Alpha::none && std::any_of(roles.left_out.begin(), roles.left_out.end(), kind_of))
    return "a marked alpha is left out";

  const auto is_ascending = [](const auto& a, const auto& b) { return a.sample < b.sample; };
  if (!std::is_sorted(roles.spots.begin(), roles.spots.end(), is_ascending)) return "inks out of order";
  for (const tiffio::Spot& spot : roles.spots) {
    if (!spot.name.empty() && !spot.inverted &&
        std::find(tags.ink_names.begin(), tags.ink_names.end(), spot.name) == tags.ink_names.end())
      return "a name out of nowhere";
    if (!spot.inverted && spot.name == "Alpha") return "alpha is an ink";
    if (spot.name.empty() && tags.ink_names.empty() && !says("no name")) return "a nameless ink is not told";
  }
  const std::set<std::string> told(tags.ink_names.begin(), tags.ink_names.end());
  const bool has_cmyk = std::includes(told.begin(), told.end(), cmyk.begin(), cmyk.end()) ||
                        std::set<std::string>(cmyk.begin(), cmyk.end()) == told;
  for (std::size_t i = 0; i < tags.ink_names.size(); ++i) {
    const std::string& name = tags.ink_names[i];
    const auto of_cmyk = std::find(cmyk.begin(), cmyk.end(), name);
    if (roles.model != ColorModel::cmyk || of_cmyk == cmyk.end() || !has_cmyk) continue;
    const bool follows_photoshop =
        std::any_of(roles.spots.begin(), roles.spots.end(), [](const tiffio::Spot& spot) { return spot.inverted; });
    const auto place = static_cast<std::size_t>(of_cmyk - cmyk.begin());
    if (!follows_photoshop && tags.photoshop_channels.empty() && roles.colors[place] != static_cast<int>(i))
      return "an ink of CMYK is not where its name is";
  }
  return "";
}

TEST(SampleRoles, EachSampleHasOneRoleAndNothingIsGuessedInSilence) {
  int faults = 0;
  int pages = 0;
  for_each_tags([&](const SampleTags& tags) {
    const auto roles = roles_of_samples(tags);
    if (!roles.ok() || faults > 10) return;
    ++pages;
    const std::string fault = fault_in(tags, *roles);
    if (fault.empty()) return;
    ++faults;
    ADD_FAILURE() << fault << ": " << shown(tags);
  });
  EXPECT_GT(pages, 100'000);
}

// A name that stands for its sample alone prints that sample, and a page is refused only for a reason that it has.
TEST(SampleRoles, NamedSamplesPrintUnderTheirNamesWhateverTheOtherTagsSay) {
  int faults = 0;
  for_each_tags([&](SampleTags tags) {
    if (tags.space != Space::separated || faults > 10) return;
    if (tags.ink_names.size() != static_cast<std::size_t>(tags.samples) || !tags.photoshop_channels.empty()) return;
    if (tags.number_of_inks > static_cast<std::uint64_t>(tags.samples) || tags.ink_set == 1u) return;
    const auto roles = roles_of_samples(tags);
    if (!roles.ok()) {
      if (tags.ink_names != Names{"Alpha"}) ++faults, ADD_FAILURE() << shown(tags);
      return;
    }
    for (std::size_t i = 0; i < tags.ink_names.size(); ++i) {
      const std::string& name = tags.ink_names[i];
      const auto color = std::find(roles->colors.begin(), roles->colors.end(), static_cast<int>(i));
      const auto spot = std::find_if(roles->spots.begin(), roles->spots.end(),
                                     [i](const tiffio::Spot& each) { return each.sample == static_cast<int>(i); });
      const bool is_printed = color != roles->colors.end()
                                  ? name == cmyk[static_cast<std::size_t>(color - roles->colors.begin())]
                                  : (spot != roles->spots.end() ? name == spot->name : name == "Alpha");
      if (!is_printed) ++faults, ADD_FAILURE() << shown(tags);
    }
  });
}

TEST(SampleRoles, RefusalsHaveAReason) {
  int faults = 0;
  for_each_tags([&](const SampleTags& tags) {
    const auto roles = roles_of_samples(tags);
    if (roles.ok() || faults > 10) return;
    const int needed = tags.space == Space::gray || tags.space == Space::palette ? 1
                       : tags.space == Space::separated                          ? 4
                                                                                 : 3;
    const bool is_separated = tags.space == Space::separated;
    const auto samples = static_cast<std::uint64_t>(tags.samples);
    const bool contradicts = is_separated && (tags.number_of_inks > samples || tags.ink_names.size() > samples);
    const bool has_too_few = tags.samples < needed && (!is_separated || tags.ink_names.empty());
    const bool is_nameless =
        is_separated && tags.ink_names.empty() && (tags.ink_set == 2u || tags.number_of_inks.value_or(4) < 4);
    const bool has_lab_alpha = tags.space == Space::lab && roles.error().message.find("alpha") != std::string::npos;
    const bool is_alpha_alone = is_separated && tags.ink_names == Names{"Alpha"};
    EXPECT_THAT(roles.error().message, HasSubstr("; "));
    if (contradicts || has_too_few || is_nameless || has_lab_alpha || is_alpha_alone) return;
    ++faults;
    ADD_FAILURE() << shown(tags);
  });
}

}  // namespace
}  // namespace platerip::test
