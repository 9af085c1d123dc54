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

Status PrintedRows::write(std::span<const halftone::Plate> plates, std::int64_t rows, PageSums& sums) {
  if (!parted_) return write_printed(plates, rows, sums);
  std::vector<halftone::Plate> rest(plates.begin(), plates.end());
  while (rows > 0) {
    const std::int64_t next = std::min(rows, parted_->most_rows());
    if (const Status status = write_printed(parted_->part(rest, next), next, sums); !status.ok()) return status;
    for (halftone::Plate& plate : rest) plate.pixels += next * plate.stride;
    rows -= next;
  }
  return {};
}

Status PrintedRows::write_printed(std::span<const halftone::Plate> plates, std::int64_t rows, PageSums& sums) {
  proofs_.add_printed(plates, rows);
  parallel_for(proofs_.count_levels() ? 0 : static_cast<int>(plates.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    sums.levels[plate] += sum_of_levels(plates[plate], plan_.printed[plate].level_ink, plan_.width, rows);
  });
  return sink_.write(plates, rows);
}

std::vector<std::uint64_t> ink_of_planes(const PagePlan& plan, const PageSums& sums) {
  std::vector<std::uint64_t> inks(plan.planes.size());
  for (std::size_t plate = 0; plate < plan.printed.size(); ++plate)
    inks[plan.printed[plate].part.plate] += sums.levels[plate];
  return inks;
}

}  // namespace platerip::rip
