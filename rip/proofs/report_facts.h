// Gathers what the report on a page tells besides what its plates look like.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>

#include "profiles/profile.h"
#include "rip/job/page_report.h"
#include "rip/proofs/proofed_page.h"
#include "rip/report/html/reported_page.h"
#include "rip/report/survey.h"

namespace platerip::rip {

/// The press whose inks are those of the page that are no spots: the one chosen, or for CMYK pages that pass through
/// without one the built-in press. Nothing if there is no such profile.
std::optional<profiles::Profile> press_of(const PageColor& color);

/// The facts of a finished page.
ReportFacts report_facts(const ProofedPage& page, const PageReport& report, const Survey& survey);

}  // namespace platerip::rip
