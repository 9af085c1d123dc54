// Plates go out together: page after page of all inks becomes one TIFF that never goes back, fit for a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "status.h"
#include "tiffio/plate_writer.h"

namespace platerip::tiffio {

/// Rows of one plate: packed pixels, most significant bit first.
struct PlateRows {
  const std::byte* data = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from row to row
};

/// Writes a BigTIFF whose every byte is known when its turn comes: strips of all plates of a page by turns, then their
/// directories, whose PageNumber tells the pages apart. The last directory of a page waits for the next page, or for
/// close(), as it says where that one's are. The same plates make the same bytes, however the rows are handed over. One
/// thread at a time.
class PlateStream {
 public:
  /// Takes the file's bytes in their order.
  using Put = std::function<Status(std::span<const std::byte>)>;

  explicit PlateStream(Put put);
  PlateStream(PlateStream&&) noexcept;
  PlateStream& operator=(PlateStream&&) noexcept;
  ~PlateStream();

  /// Begins a page of these plates, which differ in their ink only; `copies` times (1 or more) their directories stand
  /// in the file, for the same strips. Errors: a compression, as its size would have to be known before it is; those of
  /// PlateWriter::open(); what `put` says.
  Status begin(std::span<const PlateInfo> plates, int copies);

  /// Appends `rows` rows of every plate; they are only read. Precondition: the page has that many rows left.
  Status write(std::int64_t rows, std::span<const PlateRows> plates);

  /// Ends the page. Precondition: all its rows were written.
  Status finish();

  /// Ends the file. Precondition: every page that was begun was finished. Errors: there was none.
  Status close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
