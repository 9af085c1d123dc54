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

/// Finds what an earlier run has left of a page, and leaves as much for a later one. Does nothing if the job has no
/// checkpoints. One thread at a time.
class PageCheckpoint {
 public:
  /// `job` and `page` outlive this.
  PageCheckpoint(const Job& job, const PageSource& page) : job_(job), page_(page) {}

  [[nodiscard]] bool is_wanted() const { return job_.checkpoint.has_value(); }

  /// Finds the checkpoint of an earlier run, if it fits to these plates. Errors: those of find_checkpoint().
  Status find(const PlatesInfo& plates);

  /// The checkpoint that was found; null if there is none or the page is begun anew.
  [[nodiscard]] const Checkpoint* earlier() const { return earlier_ ? &*earlier_ : nullptr; }

  /// For PlatesInfo::earlier.
  [[nodiscard]] std::span<const PlateRecord> plates() const;

  /// To be called when the sink has begun its files, whether or not checkpoints are wanted. `goes_on`:
  /// PlateSink::goes_on(); if not, the earlier plates are gone, and their checkpoint is forgotten and removed.
  void begun(bool goes_on);

  /// Whether it is time for a checkpoint. To be polled before every strip; the first time after write() it is not.
  bool is_due();

  /// Goes on below the rows of earlier(): lets the engine continue there, and reads past the rows above. Errors: those
  /// of Engine::restore() and of the rows; or `stop` returned true.
  Result<RowsDone> go_on(PageRows& rows, Engine& engine, const std::function<bool()>& stop) const;

  /// Writes a checkpoint between two strips, after the data of `plates`, the files of the sink. `level_sums`, `ink`:
  /// for Checkpoint. Errors: those of Engine::save() and PlateSink::settle(); or the disk is full or fails.
  Status write(const MadeWith& made_with, const Engine& engine, PlateSink& sink,
               std::span<const std::uint64_t> level_sums, const TotalInk& ink, std::span<const OutputFile> plates);

  /// After an error of the page: lets `plates` stay if a later run can go on with them, else removes the checkpoint.
  void leave(const Error& error, std::span<OutputFile> plates);

  /// Removes the checkpoint of a page that has its plates.
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
