// The parts of a report: the verdict and the sections of its page. Each function appends one part to `html`.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rip/proofs/report/html/html.h"
#include "rip/proofs/report/html/reported_page.h"
#include "rip/proofs/report/picture.h"
#include "rip/proofs/report/survey.h"
#include "rip/resources/large_memory.h"

namespace platerip::rip {

void write_verdict(Html& html, const ReportFacts& facts);
void write_inks(Html& html, const ReportFacts& facts, const Survey& survey);
void write_total_ink(Html& html, const ReportFacts& facts, const Survey& survey);
void write_zones(Html& html, const ReportFacts& facts, const Survey& survey);
void write_flat_tones(Html& html, const ReportFacts& facts, const Survey& survey);
void write_settings(Html& html, const ReportFacts& facts);

/// Writes crops, all those of the survey. If they would take more than `bytes` bytes, writes only the middle of each,
/// as large as fits.
void write_crops(Html& html, const ReportFacts& facts, const Survey& survey, const std::vector<Crop>& crops,
                 std::size_t bytes);

/// A picture of the whole page.
struct View {
  View(std::string of, std::string shown) : name(std::move(of)), label(std::move(shown)) {}

  std::string name;
  std::string label;
  PictureView picture = {};
  LargeMemory total = {};    ///< its samples: total ink
  Picture turned = {};       ///< its samples, if the page is turned; otherwise the survey has them
  double sampled_bytes = 0;  ///< about those of its PNG, by a sample; 0: few
  std::string uri = {};
};

struct Views {
  std::vector<View> all;
  std::int64_t factor = 0;  ///< by which the pictures in their URIs are smaller
};

/// Draws all plates together, each plate, and total ink. They get the URIs that they most likely have if they may take
/// up to `bytes` bytes.
Views views_of(const ReportFacts& facts, const Survey& survey, std::size_t bytes);

/// Writes the views, shrunk to fit into `bytes` bytes, with marks at the places of the crops.
void write_views(Html& html, const ReportFacts& facts, const Survey& survey, const std::vector<Crop>& crops,
                 Views views, std::size_t bytes);

/// The greatest percentage of the total ink map.
double greatest_heat(const ReportFacts& facts);
/// The percentage above which the map is red.
double heat_limit(const ReportFacts& facts);

/// The text for a place of the upright page, `x` and `y` pixels from its top left corner; also in millimetres if the
/// resolution is known.
std::string place_text(const ReportFacts& facts, double x, double y);

}  // namespace platerip::rip
