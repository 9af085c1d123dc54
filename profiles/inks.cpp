#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/unicode/characters.h"
#include "base/unicode/names.h"
#include "profiles/ink_space.h"
#include "profiles/lcms.h"
#include "profiles/printable.h"
#include "profiles/profile.h"

namespace platerip::profiles {
namespace {

std::vector<std::string> plain_names(const Profile& press) {
  const cmsColorSpaceSignature space = ink_space(press.handle());
  if (space == cmsSigCmyData) return {"Cyan", "Magenta", "Yellow"};
  if (space == cmsSigCmykData) return {"Cyan", "Magenta", "Yellow", "Black"};
  std::vector<std::string> names;
  for (int i = 1; i <= press.inks(); ++i) names.push_back("Ink " + std::to_string(i));
  return names;
}

// The names in the colorant table; empty if it is missing, damaged or of the wrong length.
std::vector<std::string> table_names(const Profile& press) {
  const cmsTagSignature tag = press.is_link() ? cmsSigColorantTableOutTag : cmsSigColorantTableTag;
  const auto* table = static_cast<const cmsNAMEDCOLORLIST*>(cmsReadTag(press.handle(), tag));
  if (!table || cmsNamedColorCount(table) != static_cast<cmsUInt32Number>(press.inks())) return {};
  std::vector<std::string> names;
  for (cmsUInt32Number i = 0; i < cmsNamedColorCount(table); ++i) {
    std::array<char, cmsMAX_PATH> name{};
    cmsNamedColorInfo(table, i, name.data(), nullptr, nullptr, nullptr, nullptr);
    names.push_back(printable(unicode::utf8_of(name.data())));
  }
  return names;
}

bool equal_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Ink names become file names, and not every file system distinguishes a from A.
bool is_taken(const std::string& name, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& other) { return unicode::folded(name) == unicode::folded(other); });
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_black(std::string_view ink) {
  return equal_but_for_case(ink, "black") || equal_but_for_case(ink, "k");
}

// Whether the name has "black" as a whole word: "Blackberry" is a different ink.
bool has_black_in_its_name(std::string_view ink) {
  constexpr std::string_view black = "black";
  for (std::size_t at = 0; at + black.size() <= ink.size(); ++at) {
    const std::size_t end = at + black.size();
    const bool apart = (at == 0 || !is_letter(ink[at - 1])) && (end == ink.size() || !is_letter(ink[end]));
    if (apart && equal_but_for_case(ink.substr(at, black.size()), black)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::size_t> find_black(std::span<const std::string> inks) {
  for (const auto& fits : {is_black, has_black_in_its_name}) {
    const auto ink = std::find_if(inks.begin(), inks.end(), fits);
    if (ink != inks.end()) return static_cast<std::size_t>(ink - inks.begin());
  }
  return std::nullopt;
}

std::vector<std::string> ink_names(const Profile& press) {
  const std::vector<std::string> plain = plain_names(press);
  const std::vector<std::string> wanted = table_names(press);
  if (wanted.empty()) return plain;

  std::vector<std::string> names;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string& base = wanted[i].empty() ? plain[i] : wanted[i];
    std::string name = base;
    for (int n = 2; is_taken(name, names); ++n) name = base + " " + std::to_string(n);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace platerip::profiles
