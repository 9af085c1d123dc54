// The style sheet and the script of reports: the texts of report.css and report.js.
#pragma once

#include <string_view>

namespace platerip::rip {

extern const std::string_view report_style;
extern const std::string_view report_script;

}  // namespace platerip::rip
