#include "rip/cups/halftone_type.h"

#include <sstream>
#include <vector>

#include "rip/cups/option_value.h"
#include "rip/job/option_values.h"
#include "rip/screens/ink_screens.h"

namespace platerip::rip {
namespace {

Status set_shape(Job& job, const std::string& word) {
  const auto spots = halftone::all_spots();
  const halftone::Spot* spot = halftone::find_spot(word);
  if (spot == nullptr) {
    const Range<std::size_t> numbers{0, spots.size() - 1, "a spot function from 0 to 20"};
    std::size_t number = 0;
    if (const Status status = read_number(word, numbers, number); !status.ok()) return status;
    spot = &spots[number];
  }
  job.screens.dot = spot;
  return {};
}

Status set_part(Job& job, std::size_t index, const std::string& word) {
  constexpr Range<double> frequencies{1, 2000, "1 to 2000 lines per inch"};
  constexpr Range<double> angles{0, 360, "0 to 360 degrees"};
  double angle = 0;
  switch (index) {
    case 1:
      return read_number(word, frequencies, job.screens.ruling);
    case 2: {
      const Status status = read_number(word, angles, angle);
      if (status.ok()) job.screens.turn = angle - default_angle("Black");
      return status;
    }
    case 3:
      return set_shape(job, word);
  }
  return wrong_setting("there are too many parts");
}

}  // namespace

Status set_halftone_type(Job& job, const std::string& type) {
  std::vector<std::string> parts;
  std::istringstream words(type);
  for (std::string part; std::getline(words, part, '-');) parts.push_back(part);
  if (parts.empty() || parts[0] != "spot") return {};
  job.method = "am";
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (const Status status = set_part(job, i, parts[i]); !status.ok())
      return wrong_value("halftone-type", type, "it is spot-FREQUENCY-ANGLE-SHAPE: " + status.error().message);
  }
  return {};
}

bool is_set_by_halftone_type(const std::string& option, const std::string& type) {
  const bool is_spot = type == "spot" || type.starts_with("spot-");
  return is_spot && (option == "halftone" || option == "screen-ruling" || option == "dot");
}

}  // namespace platerip::rip
