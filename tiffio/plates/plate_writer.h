// Writes the packed rows of one ink as a TIFF.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/plates/file_observer.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Writes one plate to an open file. The same plate gives the same bytes, however its rows are passed, and whoever
/// compresses them. A date is written only if SOURCE_DATE_EPOCH gives one (TIFF 6.0 DateTime, UTC). The file is a
/// BigTIFF if it could exceed 4 GiB. A writer serves one thread at a time; different writers are independent.
class PlateWriter {
 public:
  /// Begins a plate in the empty file `fd`, which is open for reading and writing; the caller closes it. Messages call
  /// the file `name`. `run` runs a task for each strip, which compresses it and then writes it; without it, write()
  /// does that itself. Each task needs task_bytes() of memory. Unfinished tasks use this writer and the file.
  /// `observer`, which may be null and outlives the writer, sees the file: if it is not compressed, as it is written;
  /// otherwise in finish(), from the file itself, because its first bytes are known last. Errors: g4 or invert with
  /// more than 1 bit, sizes that no TIFF can hold, or a file that cannot be written.
  static Result<PlateWriter> open(int fd, const std::string& name, const PlateInfo& info, RunInOrder run = {},
                                  FileObserver* observer = nullptr);

  /// The memory that a task of such a plate gets, in bytes; 0 if the plate is not compressed.
  static std::size_t task_bytes(const PlateInfo& info);

  /// The most bytes that an unfinished task takes besides.
  static std::size_t heap_bytes(const PlateInfo& info);

  PlateWriter(PlateWriter&&) noexcept;
  PlateWriter& operator=(PlateWriter&&) noexcept;
  ~PlateWriter();

  /// Appends `rows` rows of packed pixels, most significant bit first, `stride` bytes (>= ceil(width·bits / 8)) from
  /// row to row. The rows are only read. Precondition: the plate has that many rows left. Errors: the disk is full or
  /// fails, now or in an earlier task.
  Status write(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride);

  /// Writes the directory. The plate is complete only after this returns without an error. Precondition: all rows were
  /// written, and all tasks have ended.
  Status finish();

 private:
  struct Impl;
  explicit PlateWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
