// The checkpoints of a page that is being made.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/status.h"
#include "rip/engines/engine.h"
#include "rip/job/job.h"
#include "rip/pages/page_rows.h"
#include "rip/pipeline/strip_loop.h"
#include "rip/plates/output_file.h"
#include "rip/plates/plate_sink.h"
#include "rip/records/checkpoint.h"
#include "rip/strips/ink_use.h"

namespace platerip::rip {

/// Finds the checkpoint that an earlier run has left of a page, and writes checkpoints for a later run. Does nothing if
/// the job has none. One thread at a time.
class PageCheckpoint {
 public:
  /// `job` and `page` outlive this.
  PageCheckpoint(const Job& job, const PageSource& page) : job_(job), page_(page) {}

  /// Whether the job has checkpoints.
  [[nodiscard]] bool is_wanted() const { return job_.checkpoint.has_value(); }

  /// Finds the checkpoint of an earlier run, if it fits these plates. Errors: those of find_checkpoint().
  Status find(const PlatesInfo& plates);

  /// The checkpoint that was found; null if there is none or the page is begun anew.
  [[nodiscard]] const Checkpoint* earlier() const { return earlier_ ? &*earlier_ : nullptr; }

  /// The plates of earlier(), for PlatesInfo::earlier; empty if there are none.
  [[nodiscard]] std::span<const PlateRecord> plates() const;

  /// To be called when the sink has begun its files, also if no checkpoints are wanted. `goes_on`: from
  /// PlateSink::goes_on(). If it is false, the earlier plates are gone, so their checkpoint is forgotten and removed.
  void begun(bool goes_on);

  /// Whether it is time for a checkpoint. To be asked before every strip. The first answer, and the first after
  /// write(), is false, so that at least one strip lies between checkpoints.
  bool is_due();

  /// Lets the engine go on below the rows of earlier(), and reads past these rows. Precondition: earlier() is not null.
  /// Errors: those of Engine::restore() and of the rows; or `stop` returned true.
  Result<RowsDone> go_on(PageRows& rows, Engine& engine, const std::function<bool()>& stop) const;

  /// Writes a checkpoint between two strips, when all data of `plates`, the files of the sink, are safely on disk.
  /// `level_sums`, `ink`: for Checkpoint. Errors: those of Engine::save() and PlateSink::settle(); or the disk is full
  /// or fails.
  Status write(const MadeWith& made_with, const Engine& engine, PlateSink& sink,
               std::span<const std::uint64_t> level_sums, const TotalInk& ink, std::span<const OutputFile> plates);

  /// To be called after an error of the page. If a later run can go on, lets `plates` stay on disk. Otherwise, removes
  /// the checkpoint.
  void leave(const Error& error, std::span<OutputFile> plates);

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
