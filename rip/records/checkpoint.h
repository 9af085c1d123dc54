// Checkpoints: they record how far a page has come, so that a later run can go on there.
//
// A checkpoint is a hidden file beside the partial files of the plates. It names the settings like a manifest, and
// holds what the next rows depend on: the state of the halftone, and those rows of the plates that are not in the
// partial files yet.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different pages.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/job/job.h"
#include "rip/plates/plate_record.h"
#include "rip/records/made_with.h"

namespace platerip::rip {

/// A page between two strips.
struct Checkpoint {
  MadeWith made_with;
  halftone::Boundary boundary;
  std::vector<PlateRecord> plates;        ///< in plate order
  std::vector<std::uint64_t> level_sums;  ///< of the rows on the plates, in plate order
  std::uint64_t ink_sum = 0;              ///< this and the next: TotalInk of the rows that the halftone was given
  std::uint32_t ink_max = 0;
};

/// Writes the checkpoint of a page, which replaces an earlier one, and waits until it is safely on disk. Errors: the
/// disk is full or fails, or another process is writing it.
Status write_checkpoint(const Checkpoint& checkpoint, const PageSource& page, const PlateSettings& settings);

/// The checkpoint that a run like this one, `now`, has left of this page. Nothing if there is none, if it is damaged
/// or larger than Job::memory, or if the page's file has changed. Errors: those of is_the_same().
Result<std::optional<Checkpoint>> find_checkpoint(const Job& job, const MadeWith& now, const PageSource& page);

/// Removes the checkpoint of a page, if there is one.
void remove_checkpoint(const PageSource& page, const PlateSettings& settings);

}  // namespace platerip::rip
