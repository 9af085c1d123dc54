// Gathers the facts for the report on a page. What its plates look like comes from the survey.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>

#include "profiles/profile.h"
#include "rip/job/page_report.h"
#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/html/reported_page.h"
#include "rip/proofs/report/survey.h"

namespace platerip::rip {

/// The profile that describes the page's inks, apart from spots: the press profile chosen for the page, if it has as
/// many inks, else the built-in one for pages with four. Nothing if neither fits.
std::optional<profiles::Profile> press_of(const PageColor& color);

/// The facts of a finished page.
ReportFacts report_facts(const ProofedPage& page, const PageReport& report, const Survey& survey);

}  // namespace platerip::rip
