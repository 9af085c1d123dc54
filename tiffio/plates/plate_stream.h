// Writes the plates of many pages as one TIFF, strictly from front to back, so that it can be written to a pipe.
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

/// Writes a BigTIFF from front to back: for each page the strips of all plates in turn, then their directories. The tag
/// PageNumber counts the pages from 0, and starts again after 65,535.
///
/// A directory contains the offset of the next one, which must be known when it is written. So the last two directories
/// of complete pages are held back until the next page begins. The first is written just before the next page's data,
/// and points to their end. The second is written at this end, whether the next page is completed or not. So the chain
/// of directories leads to the plates of all complete pages, and to no others. With one plate per page, or before a
/// page of more than 2 GiB of data, only one directory is held back. Then a thumbnail of one pixel (a
/// reduced-resolution image) is written after an incomplete page instead. If an incomplete page lacks more than 2 GiB
/// of data, the file ends there: readers find all earlier plates, but report that the file is cut off.
class PlateStream {
 public:
  /// Takes the bytes of the file in order. It may take the bytes and still report an error, for example because the
  /// program must stop. close() may then be called.
  using Put = std::function<Status(std::span<const std::byte>)>;

  /// Writes nothing before the first page.
  explicit PlateStream(Put put);
  PlateStream(PlateStream&&) noexcept;
  PlateStream& operator=(PlateStream&&) noexcept;
  ~PlateStream();

  /// Begins a page of these plates, which differ only in their ink. Each plate has `copies` directories (at least 1),
  /// which all refer to the same strips. Writes nothing yet. Errors: a plate is compressed, although sizes must be
  /// known before the data; or those of PlateWriter::open().
  Status begin(std::span<const PlateInfo> plates, int copies);

  /// Appends `rows` rows to every plate. The rows are only read. Precondition: the page has that many rows left.
  /// Errors, here and below: those of `put`.
  Status write(std::int64_t rows, std::span<const PlateRows> plates);

  /// Ends the page. Precondition: all its rows were written.
  Status finish();

  /// Ends the file. In the middle of a page, zeros replace the page's missing data. If `is_whole` is false, pages are
  /// missing, and the last directory says so (`pages_missing`). Errors: no page was finished.
  Status close(bool is_whole);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
