// What became of a page, for people and for programs.
#pragma once

#include <string>

#include "rip/pipeline/rip_page.h"

namespace platerip::rip {

/// The most memory that this process has had in use so far, in MiB.
double peak_memory_mib();

/// "PROFILE to PROFILE", each with what it says of itself, or that the inks are the page's.
std::string color_of(const PageReport& report);

/// Several lines, with a newline at the end.
std::string text_summary(const PageReport& report, double peak_memory_mib);

/// One JSON object (RFC 8259) on one line, with a newline at the end. Text that is not UTF-8 is replaced by U+FFFD.
std::string json_summary(const PageReport& report, double peak_memory_mib);

}  // namespace platerip::rip
