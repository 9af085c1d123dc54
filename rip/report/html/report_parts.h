// The parts of a report, each of which is a section of its page.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include "base/status.h"
#include "rip/report/html/html.h"
#include "rip/report/html/reported_page.h"
#include "rip/report/survey.h"

namespace platerip::rip {

void write_verdict(Html& html, const ReportFacts& facts);
void write_inks(Html& html, const ReportFacts& facts, const Survey& survey);
void write_total_ink(Html& html, const ReportFacts& facts, const Survey& survey);
void write_zones(Html& html, const ReportFacts& facts, const Survey& survey);
void write_flat_tones(Html& html, const ReportFacts& facts, const Survey& survey);
void write_settings(Html& html, const ReportFacts& facts);

/// All crops, or only the middle of each so that they take about `bytes` bytes. Errors: those of data_uri().
Status write_crops(Html& html, const ReportFacts& facts, const Survey& survey, std::size_t bytes);

/// All plates together, each plate, and the map of total ink, within `bytes` bytes. Errors: those of data_uri().
Status write_views(Html& html, const ReportFacts& facts, const Survey& survey, std::size_t bytes);

/// The greatest percentage of the total ink map.
double greatest_heat(const ReportFacts& facts);
/// The percentage above which the map is red.
double heat_limit(const ReportFacts& facts);

/// "x 10, y 20", and in millimetres if the resolution is known.
std::string place_text(const ReportFacts& facts, double x, double y);

}  // namespace platerip::rip
