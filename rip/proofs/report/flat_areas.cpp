#include "rip/proofs/report/flat_areas.h"

#include <algorithm>
#include <cmath>

namespace platerip::rip {
namespace {

constexpr std::int64_t least_side = 32;

}  // namespace

FlatAreas::FlatAreas(const Grid& grid, int bits, const LevelInk& ink)
    : grid_(grid),
      boxes_((least_side + grid.box - 1) / grid.box),
      solid_sample_((1 << bits) - 1),
      solid_level_(ink.solid),
      areas_(static_cast<std::size_t>((grid.columns() + boxes_ - 1) / boxes_)) {}

void FlatAreas::add(const ToneRow& tones, std::span<const std::uint64_t> levels, std::size_t ink) {
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    Area& area = areas_[i];
    const std::int64_t first = static_cast<std::int64_t>(i) * boxes_;
    const std::int64_t end = std::min(first + boxes_, grid_.columns());
    for (std::int64_t column = first; column < end && area.is_flat; ++column) {
      const int tone = tones.flat(ink, static_cast<std::size_t>(column));
      area.is_flat = tone >= 0 && area.tone.value_or(tone) == tone;
      area.tone = tone;
      area.levels += levels[column];
      area.pixels += grid_.box_width(column) * grid_.box_height(row_);
    }
  }
  ++row_;
  if (row_ % boxes_ == 0 || row_ == grid_.rows()) finish();
}

void FlatAreas::finish() {
  for (Area& area : areas_) {
    if (area.is_flat && area.pixels >= least_side * least_side) {
      const double expected = static_cast<double>(*area.tone) / solid_sample_;
      const auto pixels = static_cast<double>(area.pixels);
      FlatTone& tone = tones_[std::lround(100 * expected)];
      ++tone.areas;
      tone.pixels += pixels;
      tone.expected += expected * pixels;
      tone.made += static_cast<double>(area.levels) / solid_level_;
    }
    area = {};
  }
}

}  // namespace platerip::rip
