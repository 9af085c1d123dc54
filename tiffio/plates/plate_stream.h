// Plates go out together: page after page of all inks becomes one TIFF that never goes back, fit for a pipe.
//
// Functions throw std::bad_alloc where memory runs out. An exception of `put` passes through; nothing else throws.
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

/// ImageDescription of the last directory where that is not the last that there was to be.
inline constexpr const char* pages_missing = "incomplete: later pages are missing";

/// Writes a BigTIFF whose every byte is known when its turn comes: strips of all plates of a page by turns, then their
/// directories, whose PageNumber tells the pages apart: it counts from 0, and begins again after 65,535.
///
/// The last two directories of the whole pages are held back. The first is written just before the next page's data and
/// points behind them. The second is written there, whether that page became whole or not. So the chain reaches the
/// plates of whole pages and no others. Where only one directory is left to hold back, as with one plate a page, a
/// thumbnail of one pixel (a reduced-resolution image) takes its place behind a broken page. Where a broken page lacks
/// more than 2 GiB of data, the file ends there: all plates before are reached, and readers complain of the end.
///
/// The same plates make the same bytes, however the rows are handed over. One thread at a time.
class PlateStream {
 public:
  /// Takes the file's bytes in their order. Where it has an error to tell but has taken the bytes, as when the program
  /// is to stop, close() may still be called.
  using Put = std::function<Status(std::span<const std::byte>)>;

  explicit PlateStream(Put put);
  PlateStream(PlateStream&&) noexcept;
  PlateStream& operator=(PlateStream&&) noexcept;
  ~PlateStream();

  /// Begins a page of these plates, which differ in their ink only; `copies` times (1 or more) their directories stand
  /// in the file, for the same strips. Nothing is put yet. Errors: a compression, since the sizes must be known before
  /// the data; those of PlateWriter::open().
  Status begin(std::span<const PlateInfo> plates, int copies);

  /// Appends `rows` rows of every plate; they are only read. Precondition: the page has that many rows left. Errors
  /// here and below: what `put` says.
  Status write(std::int64_t rows, std::span<const PlateRows> plates);

  /// Ends the page. Precondition: all its rows were written.
  Status finish();

  /// Ends the file, also within a page that will not become whole: zeros take the place of the rest of its data.
  /// Where pages are missing, the last directory says so (`pages_missing`). Errors: no page was finished.
  Status close(bool is_whole);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
