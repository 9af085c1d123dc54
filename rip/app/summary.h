// The summary of a page, for people and for programs.
#pragma once

#include <string>

#include "rip/app/options.h"
#include "rip/page/rip_page.h"

namespace platerip::rip {

/// The peak memory of this process, in MiB.
double peak_memory_mib();

/// How the page's colours became inks: "PROFILE to PROFILE" or "device link PROFILE", with their descriptions, or a
/// note that the inks are kept.
std::string color_of(const PageReport& report);

/// What --summary prints of a page. A page that was not made has only a JSON object: its name, the error as one line,
/// and the name of the error's code. Errors of no page have nothing.
std::string summary_of(SummaryFormat format, const Result<PageReport>& report);

/// The summary as several lines, the last one ending with a newline too.
std::string text_summary(const PageReport& report, double peak_memory_mib);

/// The summary as one JSON object (RFC 8259) on one line, which ends with a newline. Text that is not UTF-8 becomes
/// U+FFFD.
std::string json_summary(const PageReport& report, double peak_memory_mib);

}  // namespace platerip::rip
