#include "rip/makers/planes_on_cores.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "rip/strips/tones_on_cores.h"

namespace platerip::rip {

Result<PlanesOnCores> PlanesOnCores::make(const MakerSettings& settings, bool counts_ink) {
  auto separator = settings.cores.separation->make(settings.separation);
  if (!separator.ok()) return separator.error();
  StagedSeparator staged(*std::move(separator), settings.staged_page(), settings.stages, settings.shape);
  return PlanesOnCores(settings, std::move(staged), counts_ink);
}

Status PlanesOnCores::make_planes(StripInFlight& strip) const {
  std::int64_t rows = 0;
  for (std::int64_t first = 0; first < strip.rows; first += rows) {
    rows = separator_.next_rows(strip, first);
    if (const Status status = separator_.run(strip, first, rows); !status.ok()) return status;
    if (counts_ink_) count_ink(strip, first, rows);
    if (tones_) make_tones(strip, first, rows);
    if (tap_ != nullptr) tap_->see(strip, first, rows);
  }
  return {};
}

void PlanesOnCores::count_ink(StripInFlight& strip, std::int64_t first, std::int64_t rows) const {
  const std::int64_t row = strip.first_row;
  const std::int64_t begin = std::max(row + first, rows_.first) - row;
  rows = std::min(row + first + rows, rows_.last) - row - begin;
  if (rows <= 0) return;
  std::vector<separation::Plane> planes = strip.planes;
  for (separation::Plane& plane : planes) plane.samples += begin * plane.stride;
  strip.total_ink.add(planes, bits_, width_, rows);
}

void PlanesOnCores::make_tones(const StripInFlight& strip, std::int64_t first, std::int64_t rows) const {
  const std::int64_t known = std::clamp<std::int64_t>(strip.tones.first - strip.first_row - first, 0, rows);
  if (known == rows) return;
  std::vector<RowSpan> inks;
  for (const separation::Plane& plane : std::span(strip.planes).first(tones_->inks))
    inks.push_back({plane.samples + (first + known) * plane.stride, plane.stride, rows - known});
  add_tones(*tones_, inks, strip.first_row + first + known, strip.tones);
}

}  // namespace platerip::rip
