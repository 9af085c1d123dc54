#include "rip/calibrate/page/target_file.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "rip/calibrate/column_names.h"
#include "rip/calibrate/page/drop_mixtures.h"
#include "separation/cgats/inks.h"

namespace platerip::rip {
namespace {

// Roughly what solid inks look like on white paper, with 100 for the white. Argyll warns if measurements are far off.
struct Look {
  std::string_view code;
  std::array<double, 3> xyz;
};
// All of Argyll's inks, in its order.
constexpr std::array<Look, 18> looks = {{{"C", {15, 23, 53}},
                                         {"M", {33, 17, 15}},
                                         {"Y", {70, 76, 8}},
                                         {"K", {2, 2, 2}},
                                         {"O", {50, 38, 6}},
                                         {"R", {38, 20, 6}},
                                         {"G", {15, 28, 14}},
                                         {"B", {12, 9, 40}},
                                         {"W", {84, 88, 74}},
                                         {"c", {50, 56, 67}},
                                         {"m", {58, 50, 47}},
                                         {"y", {78, 83, 40}},
                                         {"k", {40, 42, 35}},
                                         {"2c", {32, 40, 60}},
                                         {"2m", {45, 33, 30}},
                                         {"2y", {74, 80, 24}},
                                         {"2k", {20, 21, 18}},
                                         {"1k", {60, 63, 53}}}};
constexpr std::array<double, 3> paper = {84, 88, 74};

// An ink of the page with its place in `looks`.
struct CodedInk {
  std::size_t look = 0;
  std::size_t ink = 0;
};

// The inks in the order of `looks`, as Argyll wants them. An ink without a code gets a free one that is not of CMYK.
Result<std::vector<CodedInk>> coded(const std::vector<std::string>& inks) {
  std::array<bool, looks.size()> is_taken{};
  std::vector<CodedInk> result;
  for (const bool known : {true, false}) {
    for (std::size_t ink = 0; ink < inks.size(); ++ink) {
      const std::string code = cgats::code_of_ink(inks[ink]);
      if (code.empty() == known) continue;
      std::size_t look = 0;
      while (look < looks.size() && (is_taken[look] || (known && looks[look].code != code) || (!known && look < 4)))
        ++look;
      if (look == looks.size()) return Error{"Argyll has no code for so many inks; give fewer --inks"};
      is_taken[look] = true;
      result.push_back({look, ink});
    }
  }
  std::ranges::sort(result, {}, &CodedInk::look);
  return result;
}

std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string keyword(const std::string& name, const std::string& value) {
  return name + " \"" + value + "\"\n";
}

std::string keywords_of(const TargetLayout& layout, const std::vector<CodedInk>& inks, const std::string& codes) {
  std::string text = keyword("ORIGINATOR", "platerip calibrate");
  text += keyword("APPROX_WHITE_POINT", "84.000000 88.000000 74.000000");
  text += keyword("COLOR_REP", codes);
  for (std::size_t i = 0; i < inks.size(); ++i) {
    const std::string name = "PLATERIP_INK_" + std::to_string(i + 1);
    text += keyword("KEYWORD", name) + keyword(name, layout.settings.inks[inks[i].ink]);
  }
  return text;
}

// Tells chartread how patches are named: a strip has a letter, and a patch in it has a number.
std::string places_of(const TargetLayout& layout) {
  return keyword("TARGET_INSTRUMENT", "GretagMacbeth i1 Pro") +
         keyword("STEPS_IN_PASS", std::to_string(layout.patches.size() / layout.strips)) +
         keyword("PASSES_IN_STRIPS2", std::to_string(layout.strips)) + keyword("STRIP_INDEX_PATTERN", "A-Z, A-Z") +
         keyword("PATCH_INDEX_PATTERN", "0-9,@-9,@-9;1-999") + keyword("INDEX_ORDER", "STRIP_THEN_PATCH");
}

std::string table_of(const TargetLayout& layout, const std::vector<CodedInk>& inks, const std::string& codes,
                     bool with_places) {
  const std::vector<DropMixture> mixtures =
      layout.settings.levels > 2 ? drop_mixtures(layout.settings.levels) : std::vector<DropMixture>();
  const std::size_t sizes = mixtures.empty() ? 0 : mixtures.front().shares.size();
  const std::size_t fields = inks.size() + sizes + (with_places ? 5 : 4);
  std::string text = "\nNUMBER_OF_FIELDS " + std::to_string(fields) + "\nBEGIN_DATA_FORMAT\nSAMPLE_ID ";
  if (with_places) text += "SAMPLE_LOC ";
  for (const CodedInk& ink : inks) text += cgats::column_prefix(codes) + "_" + std::string(looks[ink.look].code) + " ";
  for (std::size_t size = 0; size < sizes; ++size) text += std::string(column_names::levels[size]) + " ";
  text += "XYZ_X XYZ_Y XYZ_Z\nEND_DATA_FORMAT\n\nNUMBER_OF_SETS " + std::to_string(layout.patches.size()) +
          "\nBEGIN_DATA\n";
  for (std::size_t i = 0; i < layout.patches.size(); ++i) {
    const WedgePatch& patch = layout.patches[i];
    const double share = patch.amount / 100;
    text += std::to_string(i + 1) + " ";
    if (with_places) text += "\"" + patch.name + "\" ";
    std::array<double, 3> xyz = paper;
    for (const CodedInk& ink : inks) {
      const bool is_printed = ink.ink == patch.ink;
      text += format("%.5f ", is_printed ? 100 * share : 0);
      for (std::size_t j = 0; is_printed && j < 3; ++j) xyz[j] += share * (looks[ink.look].xyz[j] - paper[j]);
    }
    for (std::size_t size = 0; size < sizes; ++size)
      text += format("%g ", mixtures[static_cast<std::size_t>(patch.sample)].shares[size]);
    for (const double value : xyz) text += format("%.4f ", value);
    text.back() = '\n';
  }
  return text + "END_DATA\n";
}

}  // namespace

bool can_be_described(const std::string& ink) {
  return ink.size() <= 60 && std::ranges::none_of(ink, [](unsigned char c) { return c < ' ' || c == 127 || c == '"'; });
}

Result<TargetFiles> describe(const TargetLayout& layout) {
  for (const std::string& ink : layout.settings.inks)
    if (!can_be_described(ink)) return Error{"the ink " + ink + " has a name that a .ti2 cannot have; give --inks"};
  const auto inks = coded(layout.settings.inks);
  if (!inks.ok()) return inks.error();
  std::string codes;
  for (const CodedInk& ink : *inks) codes += looks[ink.look].code;
  const std::string keywords = keywords_of(layout, *inks, codes);
  const auto begin = [](const std::string& number) {
    return "CTI" + number + "\n\n" + keyword("DESCRIPTOR", "Argyll Calibration Target chart information " + number);
  };
  return TargetFiles{.ti1 = begin("1") + keywords + table_of(layout, *inks, codes, false),
                     .ti2 = begin("2") + keywords + places_of(layout) + table_of(layout, *inks, codes, true)};
}

}  // namespace platerip::rip
