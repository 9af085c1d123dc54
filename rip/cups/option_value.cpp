#include "rip/cups/option_value.h"

#include <strings.h>

#include "tiffio/text.h"

namespace platerip::rip {

Error wrong_value(const std::string& name, const std::string& value, const std::string& should) {
  return Error{"the option " + name + " is '" + tiffio::printable(value) + "'; " + should};
}

Result<std::optional<bool>> read_flag(const GetOption& option, const std::string& name) {
  const auto value = option(name);
  if (!value) return std::optional<bool>();
  for (const char* word : {"true", "yes", "on", "1"}) {
    if (::strcasecmp(value->c_str(), word) == 0) return std::optional(true);
  }
  for (const char* word : {"false", "no", "off", "0"}) {
    if (::strcasecmp(value->c_str(), word) == 0) return std::optional(false);
  }
  return wrong_value(name, *value, "give true or false");
}

}  // namespace platerip::rip
