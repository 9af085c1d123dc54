// A plate goes out: packed rows of one ink become a TIFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "status.h"
#include "tiffio/raster.h"

namespace platerip::tiffio {

enum class Compression { none, packbits, lzw, deflate, zstd, g4 };

/// The compression of that name ("none", "packbits", …). Errors: no such name, or this libtiff was built without it.
Result<Compression> find_compression(std::string_view name);

/// What a plate is, and the tags it carries.
struct PlateInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  int bits = 1;             ///< per pixel: 1, 2 or 4; 0 is no ink (PhotometricInterpretation MinIsWhite)
  Resolution resolution = {};
  Orientation orientation = 1;
  std::string ink = {};       ///< PageName
  std::string document = {};  ///< DocumentName
  Compression compression = Compression::none;
  bool invert = false;  ///< a negative: every bit of a 1-bit plate flipped, the tags unchanged
};

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
