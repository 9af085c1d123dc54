// Errors and remarks in one line, with advice in the words of a front end.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/pipeline/page_report.h"

namespace platerip::rip {

/// How a front end calls a setting: "--memory" for "memory". Nothing where its users cannot set it.
using SpellSetting = std::function<std::optional<std::string>(const std::string& setting)>;

/// "page.tif: its rows are too wide; give --memory 300 or more": the setting that is wrong, if one is, the message, and
/// the advice that users can follow.
std::string one_line(const Error& error, const SpellSetting& spelled);
std::string one_line(const Remark& remark, const SpellSetting& spelled);

}  // namespace platerip::rip
