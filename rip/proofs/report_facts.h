// Gathers the facts for the report on a page. What its plates look like comes from the survey.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include "rip/job/page_report.h"
#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/html/reported_page.h"
#include "rip/proofs/report/survey.h"

namespace platerip::rip {

/// The facts of a finished page.
ReportFacts report_facts(const ProofedPage& page, const PageReport& report, const Survey& survey);

}  // namespace platerip::rip
