#include "rip/job/light_kinds.h"

#include <algorithm>
#include <cmath>

#include "halftone/drops.h"
#include "rip/job/option_spelling.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr Range<double> strengths{0.001, 0.999, "0.001 to 0.999"};
constexpr Range<int> size_counts{1, halftone::max_levels - 1, "1 to 15 drop sizes"};

// "Gray:0.5" or "Gray:0.5:2".
Status read_light(const std::string& word, LightInk& light) {
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos || colon == 0) return wrong_setting(quoted(word) + " is not NAME:STRENGTH");
  if (std::ranges::any_of(word, [](unsigned char c) { return c < ' ' || c == 0x7F; }))
    return wrong_setting("the name of an ink has no control characters");
  const std::size_t next = std::min(word.find(':', colon + 1), word.size());
  double strength = 0;
  if (Status status = read_number(word.substr(colon + 1, next - colon - 1), strengths, strength); !status.ok())
    return status;
  light = {word.substr(0, colon), static_cast<int>(std::lround(strength * 1000)), {}};
  return next == word.size() ? Status() : read_number(word.substr(next + 1), size_counts, light.sizes);
}

}  // namespace

Status LightWord::read(const std::string& word, Type& lights) {
  std::vector<std::string> parts;
  if (Status status = read_list(word, "a list of inks as Gray:0.5,Light Gray:0.2", parts); !status.ok()) return status;
  if (parts.size() >= halftone::max_levels) return wrong_setting("an ink has at most 15 lighter inks");
  static_assert(halftone::max_levels == 16);
  Type read(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (Status status = read_light(parts[i], read[i]); !status.ok()) return status;
  lights = std::move(read);
  return {};
}

std::string LightWord::print(const Type& lights) {
  std::string word;
  for (const LightInk& light : lights) {
    word += (word.empty() ? "" : ",") + light.name + ':' + text_of(light.strength / 1000.0);
    if (light.sizes) word += ':' + text_of(*light.sizes);
  }
  return word;
}

bool LightWord::goes_on(std::string_view part) {
  return part.find('=') == std::string_view::npos;
}

}  // namespace platerip::rip
