// The report on a page's plates: one HTML file for the person who has to say yes to them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/report/survey.h"
#include "rip/report/verdict.h"

namespace platerip::rip {

/// A plate in a report.
struct ReportedPlate {
  std::string file;
  std::string halftone;
};

/// What a report tells besides the survey. Texts may come from files.
struct ReportFacts {
  std::string page;  ///< its name
  PageShape shape;
  VerdictFacts verdict;
  std::vector<ReportedPlate> plates;  ///< as many as verdict.plates
  int threads = 1;                    ///< that may make the pictures
  double mean_ink_percent = 0;        ///< total ink
  std::string counted_inks;           ///< those that count as total ink
  std::string limit_source;           ///< where the limit of total ink comes from; "" if there is none
  std::vector<std::pair<std::string, std::string>> properties;  ///< of the page and its profiles: name and value
  std::vector<std::pair<std::string, std::string>> settings;    ///< options and their values
};

/// The most bytes of a report, whatever the page.
inline constexpr std::size_t most_report_bytes = 5'000'000;

/// The report as HTML in UTF-8. It needs nothing else: its pictures are PNG in data URIs, its charts SVG, and its
/// content security policy (W3C CSP 3) allows only them, its own style and its own script. The same page gives the same
/// bytes. Errors: a picture cannot be made.
Result<std::string> report_html(const ReportFacts& facts, const Survey& survey);

}  // namespace platerip::rip
