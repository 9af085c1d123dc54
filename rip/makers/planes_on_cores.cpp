#include "rip/makers/planes_on_cores.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "rip/resources/threads.h"
#include "rip/strips/strip_memory.h"
#include "rip/strips/tones_on_cores.h"

namespace platerip::rip {
namespace {

// Page stages make the rows around each part again.
constexpr std::int64_t least_part_rows = 8;

}  // namespace

Result<PlanesOnCores> PlanesOnCores::make(const MakerSettings& settings, bool counts_ink) {
  auto separator = settings.cores.separation->make(settings.separation);
  if (!separator.ok()) return separator.error();
  StagedSeparator staged(*std::move(separator), settings.staged_page(), settings.stages, settings.shape);
  return PlanesOnCores(settings, std::move(staged), counts_ink);
}

std::size_t PlanesOnCores::workspace_bytes(std::int64_t rows) const {
  return part_bytes(rows) * static_cast<std::size_t>(threads_per_strip_);
}

std::size_t PlanesOnCores::part_bytes(std::int64_t rows) const {
  return static_cast<std::size_t>(whole_lines(static_cast<std::int64_t>(separator_.workspace_bytes(rows))));
}

Status PlanesOnCores::make_planes(StripInFlight& strip) const {
  const auto count = static_cast<int>(std::clamp<std::int64_t>(strip.rows / least_part_rows, 1, threads_per_strip_));
  if (count == 1) return make_rows(strip, 0, strip.rows);
  std::vector<StripInFlight> parts(static_cast<std::size_t>(count), strip);
  std::vector<Status> done(parts.size());
  const std::size_t bytes = part_bytes(strip.room);
  parallel_for(count, [&](int index) {
    const auto part = static_cast<std::size_t>(index);
    parts[part].workspace = strip.workspace.subspan(part * bytes, bytes);
    parts[part].total_ink = {};
    done[part] = make_rows(parts[part], strip.rows * index / count, strip.rows * (index + 1) / count);
  });
  for (const StripInFlight& part : parts) strip.total_ink.merge(part.total_ink);
  const auto failed = std::ranges::find_if(done, [](const Status& status) { return !status.ok(); });
  return failed == done.end() ? Status() : *failed;
}

Status PlanesOnCores::make_rows(StripInFlight& strip, std::int64_t first, std::int64_t end) const {
  while (first < end) {
    const std::int64_t rows = std::min(separator_.next_rows(strip, first), end - first);
    if (const Status status = separator_.run(strip, first, rows); !status.ok()) return status;
    if (counts_ink_) count_ink(strip, first, rows);
    if (tones_) make_tones(strip, first, rows);
    if (tap_ != nullptr) tap_->see(strip, first, rows);
    first += rows;
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
