#include "rip/pipeline/page_checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <set>

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

void PageCheckpoint::begin_anew() {
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

// The names of the partial files are new with the first checkpoint.
Status PageCheckpoint::write(const Checkpoint& checkpoint, std::span<const OutputFile> plates) {
  std::set<std::filesystem::path> folders;
  for (const OutputFile& plate : plates) {
    if (const Status status = plate.sync(); !status.ok()) return status;
    const bool is_new = !is_on_disk_ && folders.insert(std::filesystem::path(plate.path()).parent_path()).second;
    if (!is_new) continue;
    if (const Status status = OutputFile::sync_folder_of(plate.path()); !status.ok()) return status;
  }
  if (const Status status = write_checkpoint(checkpoint, page_, job_.plates); !status.ok()) return status;
  is_on_disk_ = true;
  has_strips_ = false;
  last_ = Clock::now();
  return {};
}

void PageCheckpoint::leave(const Error& error, std::span<OutputFile> plates) {
  if (!is_on_disk_) return;
  if (error.code != ErrorCode::stopped && error.code != ErrorCode::no_space)
    return remove_checkpoint(page_, job_.plates);
  for (OutputFile& plate : plates) plate.leave();
}

void PageCheckpoint::end() {
  if (is_on_disk_) remove_checkpoint(page_, job_.plates);
}

}  // namespace platerip::rip
