#include "rip/cups/ignored_options.h"

#include <strings.h>

#include <span>
#include <sstream>
#include <string_view>

#include "rip/cups/document.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

/// An option, and the values that ask for nothing, separated by spaces. "none" does so, too. If there are no such
/// values, every flag that is off does.
struct Option {
  const char* name;
  std::string_view nothing;
};

constexpr Option of_rendering[] = {
    {"number-up", "1"},    {"outputorder", "normal"},
    {"booklet", ""},       {"page-border", ""},
    {"page-label", ""},    {"page-left", "0"},
    {"page-right", "0"},   {"page-top", "0"},
    {"page-bottom", "0"},  {"input-page-ranges", ""},
    {"crop-to-fit", ""},   {"brightness", "100"},
    {"saturation", "100"}, {"hue", "0"},
    {"gamma", "1 1000"},
};

/// tifftoplates obeys these.
constexpr Option of_pictures[] = {
    {"page-ranges", "1-"}, {"page-set", "all"}, {"ppi", ""},      {"natural-scaling", ""},
    {"scaling", ""},       {"fit-to-page", ""}, {"fitplot", ""},  {"fill", ""},
    {"landscape", ""},     {"mirror", ""},      {"position", ""}, {"orientation-requested", "3 7"},
};

bool asks_for_nothing(const Option& option, const std::string& value) {
  if (::strcasecmp(value.c_str(), "none") == 0) return true;
  if (option.nothing.empty()) return flag_of(value) == false;
  std::istringstream words{std::string(option.nothing)};
  for (std::string word; words >> word;) {
    if (::strcasecmp(value.c_str(), word.c_str()) == 0) return true;
  }
  return false;
}

void add_ignored(std::vector<std::string>& lines, std::span<const Option> options, const GetOption& given,
                 const std::string& kind) {
  for (const Option& option : options) {
    const auto value = given(option.name);
    if (value && !asks_for_nothing(option, *value))
      lines.push_back("The option " + std::string(option.name) + "=" + tiffio::printable(*value) +
                      " has no effect on " + kind + "; it is ignored.");
  }
}

}  // namespace

std::vector<std::string> ignored_options(const GetOption& option, const std::string& type) {
  std::vector<std::string> lines;
  if (is_picture(type)) add_ignored(lines, of_rendering, option, "pictures");
  if (type != "application/vnd.cups-raster") return lines;
  add_ignored(lines, of_rendering, option, "rasters");
  add_ignored(lines, of_pictures, option, "rasters");
  return lines;
}

}  // namespace platerip::rip
