#include "separation/cgats/inks.h"

#include <array>
#include <utility>

#include "separation/cgats/words.h"

namespace platerip::cgats {
namespace {

// The inks of `targen -??`, in its order.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> inks = {{{"C", "Cyan"},
                                                                                 {"M", "Magenta"},
                                                                                 {"Y", "Yellow"},
                                                                                 {"K", "Black"},
                                                                                 {"O", "Orange"},
                                                                                 {"R", "Red"},
                                                                                 {"G", "Green"},
                                                                                 {"B", "Blue"},
                                                                                 {"W", "White"},
                                                                                 {"c", "Light Cyan"},
                                                                                 {"m", "Light Magenta"},
                                                                                 {"y", "Light Yellow"},
                                                                                 {"k", "Light Black"},
                                                                                 {"2c", "Medium Cyan"},
                                                                                 {"2m", "Medium Magenta"},
                                                                                 {"2y", "Medium Yellow"},
                                                                                 {"2k", "Medium Black"},
                                                                                 {"1k", "Light Light Black"}}};

// What begins the names of the columns: "CMYK" for COLOR_REP "CMYK" and "CMYK_XYZ"; empty without COLOR_REP.
std::string prefix_in(const Sheet& sheet) {
  const auto keyword = sheet.keywords.find("COLOR_REP");
  if (keyword == sheet.keywords.end()) return "";
  return column_prefix(keyword->second.substr(0, keyword->second.find('_')));
}

bool is_ink_prefix(std::string_view prefix) {
  if (prefix == "CMYK" || prefix == "CMY" || prefix == "GRAY") return true;
  return prefix.size() == 4 && prefix.front() >= '5' && prefix.front() <= '9' && upper(prefix.substr(1)) == "CLR";
}

}  // namespace

std::string ink_of_code(std::string_view code) {
  for (const auto& [each, ink] : inks)
    if (each == code) return std::string(ink);
  return "";
}

std::string code_of_ink(std::string_view name) {
  for (const auto& [code, ink] : inks)
    if (upper(ink) == upper(name)) return std::string(code);
  return "";
}

std::string column_prefix(const std::string& codes) {
  return codes == "K" || codes == "W" ? "GRAY" : codes;
}

std::vector<InkColumn> ink_columns(const Sheet& sheet) {
  const std::string wanted = prefix_in(sheet);
  std::vector<InkColumn> columns;
  for (std::size_t field = 0; field < sheet.fields.size(); ++field) {
    const std::string_view name = sheet.fields[field];
    const std::size_t underscore = name.find('_');
    if (underscore == std::string_view::npos) continue;
    const std::string_view prefix = name.substr(0, underscore);
    if (wanted.empty() ? !is_ink_prefix(prefix) : prefix != wanted) continue;
    const std::string_view code = name.substr(underscore + 1);
    if (code == "I" || code.empty()) continue;  // the input of a calibration
    const std::string ink = ink_of_code(code);
    columns.push_back({ink.empty() ? std::string(code) : ink, field});
  }
  return columns;
}

}  // namespace platerip::cgats
