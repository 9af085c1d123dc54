#include "rip/cups/option_value.h"

#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {

Error wrong_value(const std::string& name, const std::string& value, const std::string& should) {
  return Error{"the option " + name + " is '" + tiffio::printable(value) + "'; " + should, ErrorCode::bad_setting};
}

Result<std::optional<bool>> read_flag(const GetOption& option, const std::string& name) {
  const auto value = option(name);
  if (!value) return std::optional<bool>();
  const auto flag = flag_of(*value);
  if (!flag) return wrong_value(name, *value, "give true or false");
  return flag;
}

}  // namespace platerip::rip
