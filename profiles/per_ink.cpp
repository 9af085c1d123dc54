#include "profiles/per_ink.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/unicode/characters.h"
#include "base/unicode/names.h"
#include "profiles/profile.h"

namespace platerip::profiles {

Result<std::size_t> find_ink(std::span<const std::string> inks, const std::string& name) {
  const std::string wanted = unicode::folded(unicode::utf8_of(spelled_out(inks, name)));
  std::optional<std::size_t> found;
  std::size_t matches = 0;
  std::string list;
  for (std::size_t i = 0; i < inks.size(); ++i) {
    const std::string ink = unicode::folded(inks[i]);
    if (ink == wanted) return i;
    if (!wanted.empty() && ink.starts_with(wanted)) {
      found = i;
      ++matches;
    }
    list += (i ? ", " : "") + inks[i];
  }
  if (matches == 1) return *found;
  return Error{"'" + name + "' names " + (matches ? "several inks" : "no ink") + "; there are " + list};
}

std::string spelled_out(std::span<const std::string> inks, const std::string& name) {
  static constexpr std::array<std::pair<const char*, const char*>, 3> letters{
      {{"c", "cyan"}, {"m", "magenta"}, {"y", "yellow"}}};
  const std::string wanted = unicode::folded(unicode::utf8_of(name));
  if (wanted == "k") {
    const auto black = find_black(inks);
    return black ? inks[*black] : name;
  }
  for (const auto& [letter, whole] : letters) {
    if (wanted != letter) continue;
    const auto ink = std::ranges::find(inks, whole, unicode::folded);
    return ink != inks.end() ? *ink : name;
  }
  return name;
}

Error two_for_one_ink(const std::string& ink, std::string_view option) {
  return {ink + " is given twice; give one for each ink", ErrorCode::bad_setting, {}, std::string(option)};
}

}  // namespace platerip::profiles
