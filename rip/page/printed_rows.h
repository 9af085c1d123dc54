// Writes the plates of strips as they are printed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/status.h"
#include "rip/job/page_plan.h"
#include "rip/plates/parted_plates.h"
#include "rip/plates/plate_sink.h"
#include "rip/proofs/page_proofs.h"
#include "rip/strips/page_sums.h"
#include "rip/strips/strip.h"

namespace platerip::rip {

/// Hands rows of plates to the sink of a page, and counts their ink. If there are lighter inks, it parts the plates
/// before. One thread at a time.
class PrintedRows {
 public:
  /// `plan`, `sink` and `proofs` outlive this. May throw std::bad_alloc.
  PrintedRows(const PagePlan& plan, PlateSink& sink, PageProofs& proofs);

  /// The memory that it takes, in bytes.
  static std::int64_t memory_bytes(const PagePlan& plan);

  /// Writes the plates of the next strip, and adds their ink to `sums`. To be called by a step of the strip loop.
  /// Errors: those of PlateSink::write().
  Status write(const StripInFlight& strip, PageSums& sums);

 private:
  Status write_printed(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* made,
                       PageSums& sums);
  void count_levels(std::span<const halftone::Plate> plates, std::int64_t rows, PageSums& sums) const;

  const PagePlan& plan_;
  PlateSink& sink_;
  PageProofs& proofs_;
  std::optional<PartedPlates> parted_;
};

/// For each plane, the sum of PageSums::levels of its printed plates: 0 if none of these has ink. May throw
/// std::bad_alloc.
std::vector<std::uint64_t> ink_of_planes(const PagePlan& plan, const PageSums& sums);

}  // namespace platerip::rip
