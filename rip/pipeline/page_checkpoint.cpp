#include "rip/pipeline/page_checkpoint.h"

#include <algorithm>

namespace platerip::rip {
namespace {

bool fits(const Checkpoint& checkpoint, const PlatesInfo& plates) {
  const halftone::Boundary& rows = checkpoint.boundary;
  const std::size_t count = plates.inks.size();
  return rows.rows >= 0 && rows.held >= 0 && rows.rows <= plates.height && rows.held <= plates.height - rows.rows &&
         rows.planes.size() == count && checkpoint.level_sums.size() == count && checkpoint.plates.size() == count &&
         std::ranges::all_of(checkpoint.plates,
                             [&](const PlateRecord& plate) { return plate.progress.height == rows.rows; });
}

}  // namespace

Status PageCheckpoint::find(const PlatesInfo& plates) {
  if (!is_wanted()) return {};
  auto found = find_checkpoint(job_, page_);
  if (!found.ok()) return found.error();
  if (*found && fits(**found, plates)) earlier_ = *std::move(found);
  is_on_disk_ = earlier_.has_value();
  return {};
}

std::span<const PlateRecord> PageCheckpoint::plates() const {
  return earlier_ ? std::span<const PlateRecord>(earlier_->plates) : std::span<const PlateRecord>();
}

void PageCheckpoint::begun(bool goes_on) {
  is_begun_ = true;
  if (goes_on) return;
  earlier_.reset();
  is_on_disk_ = false;
  remove_checkpoint(page_, job_.plates);
}

bool PageCheckpoint::is_due() {
  if (!is_wanted() || !has_strips_) {
    has_strips_ = true;
    return false;
  }
  return std::chrono::duration<double>(Clock::now() - last_).count() >= *job_.checkpoint;
}

// The rows above are read again, so that damage in them is noticed as in any other run.
Result<RowsDone> PageCheckpoint::go_on(PageRows& rows, Engine& engine, const std::function<bool()>& stop) const {
  const halftone::Boundary& above = earlier_->boundary;
  if (const Status status = engine.restore(above); !status.ok()) return status.error().about(page_label(page_));
  const StripInFlight& strip = engine.strips().front();
  RowsDone done{.given = 0, .on_plates = above.rows};
  for (const std::int64_t end = above.rows + above.held; done.given < end;) {
    if (stop()) return Error{page_label(page_) + ": stopped", ErrorCode::stopped};
    const std::int64_t count = std::min(engine.plan().rows, end - done.given);
    if (const Status status = rows.read(count, strip.pixels, strip.pixel_stride); !status.ok()) return status.error();
    done.given += count;
  }
  return done;
}

Status PageCheckpoint::write(const MadeWith& made_with, const Engine& engine, PlateSink& sink,
                             std::span<const std::uint64_t> level_sums, const TotalInk& ink,
                             std::span<const OutputFile> plates) {
  auto boundary = engine.save();
  if (!boundary.ok()) return boundary.error().about(page_label(page_));
  auto records = sink.settle();
  if (!records.ok()) return records.error();
  if (const Status status = sync(plates); !status.ok()) return status;
  const Checkpoint checkpoint{.made_with = made_with,
                              .boundary = *std::move(boundary),
                              .plates = *std::move(records),
                              .level_sums = {level_sums.begin(), level_sums.end()},
                              .ink_sum = ink.sum(),
                              .ink_max = ink.max()};
  if (const Status status = write_checkpoint(checkpoint, page_, job_.plates); !status.ok()) return status;
  is_on_disk_ = true;
  has_strips_ = false;
  last_ = Clock::now();
  return {};
}

// With the first checkpoint, the folder must be synced too, because the names of the partial files are new.
Status PageCheckpoint::sync(std::span<const OutputFile> plates) const {
  for (const OutputFile& plate : plates) {
    if (const Status status = plate.sync(); !status.ok()) return status;
  }
  return is_on_disk_ || plates.empty() ? Status() : OutputFile::sync_folder_of(plates.front().path());
}

void PageCheckpoint::leave(const Error& error, std::span<OutputFile> plates) {
  if (!is_begun_ || !is_on_disk_) return;
  if (error.code != ErrorCode::stopped && error.code != ErrorCode::no_space)
    return remove_checkpoint(page_, job_.plates);
  for (OutputFile& plate : plates) plate.leave();
}

void PageCheckpoint::end() {
  if (is_wanted()) remove_checkpoint(page_, job_.plates);
}

}  // namespace platerip::rip
