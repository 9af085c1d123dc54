// Writes the packed rows of one ink as a TIFF.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/plates/file_observer.h"
#include "tiffio/plates/plate_info.h"
#include "tiffio/plates/plate_progress.h"

namespace platerip::tiffio {

/// Writes one plate to an open file. The same plate gives the same bytes, but rarely others of Deflate
/// (docs/formats.md). It matters neither how many rows each call passes, nor which thread compresses them. The file has
/// a date (TIFF 6.0 DateTime, UTC) only if SOURCE_DATE_EPOCH is set. The file is a BigTIFF if it could exceed 4 GiB. A
/// writer serves one thread at a time; different writers are independent.
class PlateWriter {
 public:
  /// Begins a plate in the empty file `fd`, which is open for reading and writing. The caller closes it. Messages call
  /// the file `name`. `run` gets a task for each strip, which compresses the strip and then writes it; without `run`,
  /// write() does both. Each task needs task_bytes() of memory. Unfinished tasks use this writer and the file, so both
  /// must remain. `observer` may be null; it must outlive the writer. It sees the bytes of an uncompressed file as they
  /// are written. A compressed file's first bytes are known last, so finish() reads the file and passes it on. Errors:
  /// g4 or invert with more than 1 bit, sizes that no TIFF can hold, a SOURCE_DATE_EPOCH that is no time, or a file
  /// that cannot be written.
  static Result<PlateWriter> open(int fd, const std::string& name, const PlateInfo& info, RunInOrder run = {},
                                  FileObserver* observer = nullptr);

  /// Shows `strips` the bytes of each strip, in order, when they are in the file. It must outlive the writer. To be
  /// called before go_on() and write().
  void show_strips_to(FileObserver& strips);

  /// Goes on with a file that another writer of the same plate has left. Its strips are read once, for the observers,
  /// and what follows them is cut off. To be called before write(), at most once. `stop` is polled before each strip;
  /// it may be empty. Errors: the file does not hold these strips, they are not those of such a plate, or `stop`
  /// returned true. The writer can then only be destroyed.
  Status go_on(const PlateProgress& progress, const std::function<bool()>& stop = {});

  /// What go_on() needs. Precondition: all tasks have ended. Errors: the disk is full or fails.
  [[nodiscard]] Result<PlateProgress> progress() const;

  /// Bytes of memory that each task for such a plate needs; 0 if the plate is not compressed.
  static std::size_t task_bytes(const PlateInfo& info);

  /// The most bytes that an unfinished task takes from the heap, in addition to task_bytes().
  static std::size_t heap_bytes(const PlateInfo& info);

  PlateWriter(PlateWriter&&) noexcept;
  PlateWriter& operator=(PlateWriter&&) noexcept;
  ~PlateWriter();

  /// Appends `rows` rows of packed pixels, most significant bit first, `stride` bytes (>= ceil(width·bits / 8)) from
  /// row to row. The rows are only read. Precondition: the plate has that many rows left. Errors: the disk is full or
  /// fails, now or in an earlier task.
  Status write(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride);

  /// Counts all rows as written, without writing them: others write them to their places in the file, one below the
  /// other after the header. Precondition: no rows were written, and the plate is not compressed. Errors: the disk
  /// fails.
  Status leave_out_rows();

  /// Writes the directory. The plate is complete only after this returns without an error. Precondition: all rows were
  /// written, and all tasks have ended.
  Status finish();

 private:
  struct Impl;
  explicit PlateWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
