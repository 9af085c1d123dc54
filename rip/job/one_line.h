// Formats errors and remarks as one line, with advice in a front end's own terms.
//
// Functions may throw std::bad_alloc, or whatever `spelled` throws. They are thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/job/page_report.h"

namespace platerip::rip {

/// The name of an error's code, for programs: "bad_setting".
std::string_view name_of(ErrorCode code);

/// How a front end spells a setting: "--memory" for "memory". Nothing if its users cannot set it.
using SpellSetting = std::function<std::optional<std::string>(const std::string& setting)>;

/// One line made of the wrong setting, if any, the message, and the advice that users can follow: "page.tif: its rows
/// are too wide; give --memory 300 or more".
std::string one_line(const Error& error, const SpellSetting& spelled);
std::string one_line(const Remark& remark, const SpellSetting& spelled);

}  // namespace platerip::rip
