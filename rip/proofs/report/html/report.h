// The report on a page's plates: one HTML file for the person who approves them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rip/proofs/report/html/reported_page.h"
#include "rip/proofs/report/survey.h"

namespace platerip::rip {

/// The most bytes of a report, whatever the page.
inline constexpr std::size_t most_report_bytes = 5'000'000;

/// The report as HTML in UTF-8, in parts that follow each other. It needs nothing else: its pictures are PNG in data
/// URIs, its charts SVG, and its content security policy (W3C CSP 3) allows only them, its own style and its own
/// script. The same page gives the same picture (docs/formats.md says why the bytes may differ).
std::vector<std::string> report_html(const ReportFacts& facts, const Survey& survey);

}  // namespace platerip::rip
