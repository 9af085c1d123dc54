// The checkpoints of a page that is being made.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/makers/relay.h"
#include "rip/page/strip_loop.h"
#include "rip/page/strip_reader.h"
#include "rip/pages/page_rows.h"
#include "rip/plates/output_file.h"
#include "rip/plates/plate_sink.h"
#include "rip/records/checkpoint.h"
#include "rip/strips/page_sums.h"

namespace platerip::rip {

/// Finds the checkpoint that an earlier run has left of a page, and writes checkpoints for a later run. Does nothing if
/// the job has none. One thread at a time.
class PageCheckpoint {
 public:
  /// `job` and `page` outlive this.
  PageCheckpoint(const Job& job, const PageSource& page) : job_(job), page_(page) {}

  /// Whether the job has checkpoints.
  [[nodiscard]] bool is_wanted() const { return job_.checkpoint.has_value(); }

  /// Finds the checkpoint of an earlier run, if it fits so many planes and these plates. `now`: what this run makes
  /// them with. Errors: those of find_checkpoint().
  Status find(std::size_t planes, const PlatesInfo& plates, const MadeWith& now);

  /// The checkpoint that was found; null if there is none, if the page is begun anew, and after go_on().
  [[nodiscard]] const Checkpoint* earlier() const { return earlier_ ? &*earlier_ : nullptr; }

  /// The plates of earlier(), for PlatesInfo::earlier; empty if there are none.
  [[nodiscard]] std::span<const PlateRecord> plates() const;

  /// To be called when the sink has begun its files, also if no checkpoints are wanted. `goes_on`: from
  /// PlateSink::goes_on(). If it is false, the earlier plates are gone, so their checkpoint is forgotten and removed.
  void begun(bool goes_on);

  /// Whether it is time for a checkpoint. To be asked before every strip. The first answer, and the first after
  /// write(), is false, so that at least one strip lies between checkpoints.
  bool is_due();

  /// Reads past the rows of earlier(), sets `sums` to theirs, and frees earlier(), whose state may take megabytes.
  /// Returns how far the page is. `maker`: has begun below these rows. `page`: what is read. Precondition: earlier() is
  /// not null. Errors: those of the rows; or `stop` returned true.
  Result<RowsDone> go_on(Maker& maker, StripReader& reader, const tiffio::PageInfo& page, PageSums& sums,
                         const std::function<bool()>& stop);

  /// Writes a checkpoint between two strips, when all data of `plates`, the files of the sink, are safely on disk; none
  /// while no row of the page is finished.
  /// `sums`: of the rows so far. Errors: those of Maker::stop() and PlateSink::settle(); or the disk is full
  /// or fails.
  Status write(const MadeWith& made_with, Maker& maker, PlateSink& sink, const PageSums& sums,
               std::span<const OutputFile> plates);

  /// To be called after an error of the page. If its reason may pass, such as a full disk or a lost file server, or if
  /// nothing was made below earlier(), lets `files` stay on disk, so that a later run can go on. If the page is refused
  /// for good, removes the checkpoint.
  void leave(ErrorCode reason, std::span<OutputFile> files);

  /// To be called when the plates have their names. Removes the checkpoint.
  void end();

 private:
  Status sync(std::span<const OutputFile> plates) const;

  using Clock = std::chrono::steady_clock;

  const Job& job_;
  const PageSource& page_;
  std::optional<Checkpoint> earlier_;
  bool is_begun_ = false;  // before that, a checkpoint on disk may be another run's
  bool is_on_disk_ = false;
  bool has_strips_ = false;  // since the last checkpoint
  Clock::time_point last_ = Clock::now();
};

}  // namespace platerip::rip
