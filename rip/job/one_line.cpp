#include "rip/job/one_line.h"

#include <vector>

namespace platerip::rip {
namespace {

std::string with_space(const std::string& text) {
  return text.empty() ? "" : " " + text;
}

// Advice as text: "give --memory 300 or more".
std::string told(const Advice& advice, const std::string& setting) {
  const std::string value = with_space(advice.value);
  switch (advice.action) {
    case Advice::Action::give:
      return "give " + setting + value;
    case Advice::Action::give_at_least:
      return "give " + setting + value + " or more";
    case Advice::Action::give_larger:
      return "give a larger " + setting;
    case Advice::Action::give_another:
      return "give another " + setting;
    case Advice::Action::leave_out:
      return "leave out " + setting;
    case Advice::Action::other:
      return advice.value;
  }
  return advice.value;
}

std::string told(const std::vector<Advice>& ways_out, const SpellSetting& spelled) {
  std::string text;
  for (const Advice& advice : ways_out) {
    const auto setting = advice.setting.empty() ? advice.setting : spelled(advice.setting);
    if (setting) text += (text.empty() ? "; " : ", or ") + told(advice, *setting) + with_space(advice.purpose);
  }
  return text;
}

}  // namespace

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_input:
      return "bad_input";
    case ErrorCode::bad_setting:
      return "bad_setting";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::unreadable:
      return "unreadable";
    case ErrorCode::no_memory:
      return "no_memory";
    case ErrorCode::no_space:
      return "no_space";
    case ErrorCode::stopped:
      return "stopped";
    case ErrorCode::device:
      return "device";
  }
  return "";
}

std::string one_line(const Error& error, const SpellSetting& spelled) {
  const std::string setting = error.setting.empty() ? "" : spelled(error.setting).value_or(error.setting) + ": ";
  return setting + error.message + told(error.advice, spelled);
}

std::string one_line(const Remark& remark, const SpellSetting& spelled) {
  return remark.message + told(remark.advice, spelled);
}

}  // namespace platerip::rip
