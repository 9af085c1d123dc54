#include "rip/page/printed_rows.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {

PrintedRows::PrintedRows(const PagePlan& plan, PlateSink& sink, PageProofs& proofs)
    : plan_(plan), sink_(sink), proofs_(proofs) {
  if (!plan.has_light_inks()) return;
  std::vector<PlatePart> parts;
  for (const PrintedPlate& plate : plan.printed) parts.push_back(plate.part);
  parted_.emplace(parts, plan.width, plan.levels, plan.printed_levels);
}

std::int64_t PrintedRows::memory_bytes(const PagePlan& plan) {
  if (!plan.has_light_inks()) return 0;
  return PartedPlates::memory_bytes(plan.printed.size(), plan.width, plan.printed_levels);
}

Status PrintedRows::write(const StripInFlight& strip, PageSums& sums) {
  std::int64_t rows = strip.plate_rows;
  if (!parted_) return write_printed(strip.plates, rows, strip.sums_of_plates(), sums);
  std::vector<halftone::Plate> rest = strip.plates;
  while (rows > 0) {
    const std::int64_t next = std::min(rows, parted_->most_rows());
    if (const Status status = write_printed(parted_->part(rest, next), next, nullptr, sums); !status.ok())
      return status;
    for (halftone::Plate& plate : rest) plate.pixels += next * plate.stride;
    rows -= next;
  }
  return {};
}

Status PrintedRows::write_printed(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* made,
                                  PageSums& sums) {
  proofs_.add_printed(plates, rows, made);
  if (!proofs_.count_levels()) count_levels(plates, rows, sums);
  return sink_.write(plates, rows);
}

// A GPU's strips are high, and all threads are free for them.
void PrintedRows::count_levels(std::span<const halftone::Plate> plates, std::int64_t rows, PageSums& sums) const {
  constexpr std::int64_t part_rows = 64;
  const auto parts = static_cast<std::size_t>((rows + part_rows - 1) / part_rows);
  std::vector<std::uint64_t> counted(plates.size() * parts);
  parallel_for(static_cast<int>(counted.size()), [&](int index) {
    const auto at = static_cast<std::size_t>(index);
    const std::size_t plate = at / parts;
    const std::int64_t first = static_cast<std::int64_t>(at % parts) * part_rows;
    const halftone::Plate part{plates[plate].pixels + first * plates[plate].stride, plates[plate].stride};
    counted[at] = sum_of_levels(part, plan_.printed[plate].level_ink, plan_.width, std::min(part_rows, rows - first));
  });
  for (std::size_t at = 0; at < counted.size(); ++at) sums.levels[at / parts] += counted[at];
}

std::vector<std::uint64_t> ink_of_planes(const PagePlan& plan, const PageSums& sums) {
  std::vector<std::uint64_t> inks(plan.planes.size());
  for (std::size_t plate = 0; plate < plan.printed.size(); ++plate)
    inks[plan.printed[plate].part.plate] += sums.levels[plate];
  return inks;
}

}  // namespace platerip::rip
