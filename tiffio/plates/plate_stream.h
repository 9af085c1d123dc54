// Writes the plates of many pages as one TIFF, strictly front to back, so that it can go down a pipe.
//
// Functions may throw std::bad_alloc, or whatever `put` throws. Nothing else throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Rows of one plate: packed pixels, most significant bit first.
struct PlateRows {
  const std::byte* data = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from row to row
};

/// The ImageDescription of the last directory if later pages are missing.
inline constexpr const char* pages_missing = "incomplete: later pages are missing";

/// Writes a BigTIFF front to back: for each page the strips of all plates in turn, then their directories. PageNumber
/// tells the pages apart. It counts from 0, and starts again after 65,535.
///
/// A directory contains the offset of the next one, which must be known when it is written. So the last two directories
/// of complete pages are held back. The first is written just before the next page's data, and points behind them. The
/// second is written there, whether or not that page was completed. So the chain reaches the plates of all complete
/// pages, and no others. If only one directory was held back (one plate per page), a thumbnail of one pixel (a
/// reduced-resolution image) takes its place after a broken page. If a broken page lacks more than 2 GiB of data, the
/// file ends there: readers find all earlier plates, but report that the file is cut off.
///
/// The same plates give the same bytes, however the rows are passed. One thread at a time.
class PlateStream {
 public:
  /// Takes the bytes of the file in order. If it has taken the bytes but still reports an error, for example because
  /// the program is to stop, close() may be called afterwards.
  using Put = std::function<Status(std::span<const std::byte>)>;

  /// Writes nothing before the first page.
  explicit PlateStream(Put put);
  PlateStream(PlateStream&&) noexcept;
  PlateStream& operator=(PlateStream&&) noexcept;
  ~PlateStream();

  /// Begins a page of these plates, which differ only in their ink. `copies` (at least 1) is how often their
  /// directories appear in the file, all for the same strips. Writes nothing yet. Errors: a compression, because sizes
  /// must be known before the data; those of PlateWriter::open().
  Status begin(std::span<const PlateInfo> plates, int copies);

  /// Appends `rows` rows of every plate, which are only read. Precondition: the page has that many rows left. Errors,
  /// here and below: those of `put`.
  Status write(std::int64_t rows, std::span<const PlateRows> plates);

  /// Ends the page. Precondition: all its rows were written.
  Status finish();

  /// Ends the file, even in the middle of a page that will not be completed: zeros replace its missing data.
  /// `is_whole`: no page is missing; if false, the last directory says so (`pages_missing`). Errors: no page was
  /// finished.
  Status close(bool is_whole);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
