#include "rip/cups/halftone_type.h"

#include <strings.h>

#include <sstream>

#include "rip/cups/option_value.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::size_t frequency = 0, angle = 1, shape = 2, gamma = 3, most_parts = 4;

bool is_word(const std::string& text, const char* word) {
  return ::strcasecmp(text.c_str(), word) == 0;
}

const halftone::Spot* spot_called(const std::string& word) {
  for (const halftone::Spot& spot : halftone::all_spots()) {
    if (is_word(word, std::string(spot.name).c_str())) return &spot;
  }
  return nullptr;
}

Status set_shape(Job& job, const std::string& word) {
  const auto spots = halftone::all_spots();
  const halftone::Spot* spot = spot_called(word);
  if (spot == nullptr) {
    const Range<std::size_t> numbers{0, spots.size() - 1, "a spot function from 0 to 20"};
    std::size_t number = 0;
    if (const Status status = read_number(word, numbers, number); !status.ok()) return status;
    spot = &spots[number];
  }
  job.screens.dot = spot;
  return {};
}

Status set_angle(Job& job, const std::string& word) {
  constexpr Range<double> angles{0, 360, "0 to 360 degrees"};
  return read_number(word, angles, job.screens.angle);
}

Status set_part(Job& job, std::size_t part, const std::string& word) {
  constexpr Range<double> frequencies{1, 2000, "1 to 2000 lines per inch"};
  constexpr Range<int> gammas{1, 99, "a gamma of 1 to 99"};
  int ignored = 0;
  switch (part) {
    case frequency:
      return read_number(word, frequencies, job.screens.ruling);
    case angle:
      return set_angle(job, word);
    case shape:
      return set_shape(job, word);
    case gamma:
      return read_number(word, gammas, ignored);
    default:
      return wrong_setting("there are too many parts");
  }
}

}  // namespace

HalftoneType halftone_type_in(const GivenOptions& options) {
  HalftoneType type;
  type.value = options.value("halftone-type").value_or(options.value("cupsHalftoneType").value_or(""));
  std::istringstream words(type.value);
  std::string first;
  std::getline(words, first, '-');
  type.is_spot = is_word(first, "spot");
  if (!type.is_spot) return type;
  for (std::string part; std::getline(words, part, '-');) type.parts.push_back(part);
  return type;
}

Status set_halftone_type(Job& job, const HalftoneType& type) {
  if (!type.is_spot) return {};
  job.method = "am";
  for (std::size_t part = 0; part < type.parts.size(); ++part) {
    if (type.parts[part].empty() && part < most_parts) continue;
    if (const Status status = set_part(job, part, type.parts[part]); !status.ok())
      return wrong_value("halftone-type", type.value,
                         "it is spot-FREQUENCY-ANGLE-SHAPE-GAMMA: " + status.error().message);
  }
  return {};
}

bool is_set_by_halftone_type(const std::string& option, const HalftoneType& type) {
  const auto has = [&type](std::size_t part) { return part < type.parts.size() && !type.parts[part].empty(); };
  if (option == "halftone") return type.is_spot;
  return (option == "screen-ruling" && has(frequency)) || (option == "screen-angle" && has(angle)) ||
         (option == "dot" && has(shape));
}

std::optional<std::string> warn_of_halftone_type(const HalftoneType& type) {
  if (type.is_spot) {
    if (type.parts.size() <= gamma || type.parts[gamma].empty()) return std::nullopt;
    return "The gamma of halftone-type is ignored; change tones with the option curve.";
  }
  if (type.value.empty() || is_word(type.value, "default") || is_word(type.value, "none") ||
      flag_of(type.value) == false)
    return std::nullopt;
  return "The option halftone-type asks for '" + tiffio::printable(type.value) +
         "', which is for other filters; it is ignored; choose a method with the option halftone.";
}

}  // namespace platerip::rip
