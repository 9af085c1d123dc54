#include "rip/page/page_checkpoint.h"

#include <algorithm>
#include <utility>

namespace platerip::rip {
namespace {

bool fits(const Checkpoint& checkpoint, std::size_t planes, const PlatesInfo& plates) {
  const halftone::Boundary& rows = checkpoint.boundary;
  const std::size_t count = plates.inks.size();
  return rows.rows >= 0 && rows.held >= 0 && rows.rows <= plates.height && rows.held <= plates.height - rows.rows &&
         rows.planes.size() == planes && checkpoint.level_sums.size() == count && checkpoint.plates.size() == count &&
         std::ranges::all_of(checkpoint.plates,
                             [&](const PlateRecord& plate) { return plate.progress.height == rows.rows; });
}

// Whether the same command may succeed later, or with more memory.
bool may_pass(ErrorCode reason) {
  switch (reason) {
    case ErrorCode::unreadable:
    case ErrorCode::no_memory:
    case ErrorCode::no_space:
    case ErrorCode::stopped:
    case ErrorCode::device:
      return true;
    case ErrorCode::bad_input:
    case ErrorCode::bad_setting:
    case ErrorCode::unsupported:
      break;
  }
  return false;
}

}  // namespace

Status PageCheckpoint::find(std::size_t planes, const PlatesInfo& plates, const MadeWith& now) {
  if (!is_wanted()) return {};
  auto found = find_checkpoint(job_, now, page_);
  if (!found.ok()) return found.error();
  if (*found && fits(**found, planes, plates)) earlier_ = *std::move(found);
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
Result<RowsDone> PageCheckpoint::go_on(Maker& maker, StripReader& reader, const tiffio::PageInfo& page, PageSums& sums,
                                       const std::function<bool()>& stop) {
  const Checkpoint earlier = *std::exchange(earlier_, std::nullopt);
  const halftone::Boundary& above = earlier.boundary;
  const RowsDone done = RowsDone::below(above, {.on_plates = above.rows, .written = above.rows + above.held});
  const Status passed = reader.pass(done.given, maker.strips().front(), stop);
  if (!passed.ok()) return stop() ? about_page(page_, passed.error()) : passed.error();
  sums.levels = earlier.level_sums;
  sums.ink = {};
  sums.ink.add(earlier.ink_sum, earlier.ink_max, page.bits, done.given * page.width);
  return done;
}

Status PageCheckpoint::write(const MadeWith& made_with, Maker& maker, PlateSink& sink, const PageSums& sums,
                             std::span<const OutputFile> plates) {
  auto boundary = maker.stop();
  if (!boundary.ok()) return boundary.error().about(page_label(page_));
  has_strips_ = false;
  last_ = Clock::now();
  if (boundary->planes.empty()) return {};  // a GPU has all rows in flight
  auto records = sink.settle();
  if (!records.ok()) return records.error();
  if (const Status status = sync(plates); !status.ok()) return status;
  const Checkpoint checkpoint{.made_with = made_with,
                              .boundary = *std::move(boundary),
                              .plates = *std::move(records),
                              .level_sums = sums.levels,
                              .ink_sum = sums.ink.sum(),
                              .ink_max = sums.ink.max()};
  if (const Status status = write_checkpoint(checkpoint, page_, job_.plates); !status.ok()) return status;
  is_on_disk_ = true;
  return {};
}

// With the first checkpoint, the folder must be synced too, because the names of the partial files are new.
Status PageCheckpoint::sync(std::span<const OutputFile> plates) const {
  for (const OutputFile& plate : plates) {
    if (const Status status = plate.sync(); !status.ok()) return status;
  }
  return is_on_disk_ || plates.empty() ? Status() : OutputFile::sync_folder_of(plates.front().path());
}

// What a plate that was left holds is checked before it is used, so one that was begun anew does no harm.
void PageCheckpoint::leave(ErrorCode reason, std::span<OutputFile> files) {
  if (!is_on_disk_) return;
  const bool is_untouched = earlier() != nullptr;  // a GPU cannot go on there, but the cores can
  if (may_pass(reason) || is_untouched) {
    for (OutputFile& file : files) file.leave();
  } else if (is_begun_) {
    remove_checkpoint(page_, job_.plates);
  }
}

void PageCheckpoint::end() {
  if (is_wanted()) remove_checkpoint(page_, job_.plates);
}

}  // namespace platerip::rip
