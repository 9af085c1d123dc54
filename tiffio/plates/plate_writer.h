// A plate goes out: packed rows of one ink become a TIFF.
//
// Its functions throw std::bad_alloc where memory runs out, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Writes one plate to an open file. The same plate makes the same bytes, however its rows are handed over: no date is
/// written unless SOURCE_DATE_EPOCH gives one (TIFF 6.0 DateTime, UTC). The file is a BigTIFF when it could pass 4 GiB.
/// One thread at a time per writer; writers are independent.
class PlateWriter {
 public:
  /// `fd` is open for reading and writing, empty, and stays the caller's to close; `name` is the file's name in
  /// messages. Errors: g4 or invert with more than 1 bit, sizes no TIFF can hold, a file that cannot be written.
  static Result<PlateWriter> open(int fd, const std::string& name, const PlateInfo& info);

  PlateWriter(PlateWriter&&) noexcept;
  PlateWriter& operator=(PlateWriter&&) noexcept;
  ~PlateWriter();

  /// Appends `rows` rows: packed pixels, most significant bit first, `stride` bytes (>= ceil(width·bits / 8)) from row
  /// to row. The rows are only read. Precondition: the plate has that many rows left. Errors: the disk is full or
  /// fails.
  Status write(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride);

  /// Writes what is buffered and the directory. A plate is whole only after this has returned without an error.
  /// Precondition: all rows were written.
  Status finish();

 private:
  struct Impl;
  explicit PlateWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
