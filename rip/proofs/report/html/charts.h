// Draws charts as SVG. Their colours come from the report's style sheet. `label` is what a screen reader says.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rip/proofs/report/flat_areas.h"
#include "rip/proofs/report/html/html.h"

namespace platerip::rip {

/// How many pixels have each tone, from the lightest to the darkest, without paper and solid.
void draw_histogram(Html& html, const std::array<std::uint64_t, 256>& counts, const std::string& label);

/// One bar for each zone, from 0 to `most` percent.
void draw_zones(Html& html, const std::vector<double>& percents, double most, const std::string& label);

/// By how many percent of solid the dots of flat areas differ from the tone that they should have.
void draw_flat_tones(Html& html, const std::array<FlatTone, 101>& tones, const std::string& label);

/// The colour of a box of this total ink, 3 bytes of sRGB: light to dark blue up to the limit, red above it.
std::array<std::uint8_t, 3> heat_color(double percent, double limit);

/// The scale of heat_color() up to `most` percent.
void draw_heat_scale(Html& html, double limit, double most);

}  // namespace platerip::rip
