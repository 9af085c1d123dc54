// Readers of one plane of a page, row by row, in order and as stored. There is one small reader for each way of
// reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

class Decoders;

class RowSource {
 public:
  virtual ~RowSource() = default;

  /// Reads the next `rows` rows of layout.row_bytes() bytes each, in native byte order, `stride` bytes from row to row.
  virtual Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) = 0;

  /// Passes over the next `rows` rows. Strips and tiles of which no row is read are not decoded.
  virtual Status skip(std::int64_t rows) = 0;

  /// Whether read_at() works.
  [[nodiscard]] virtual bool reads_anywhere() const { return false; }

  /// Reads rows from `row` on like read(), but does not change where that goes on. `stride` may be
  /// negative. Thread-safe.
  virtual Status read_at(std::int64_t row, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const;
};

/// Uncompressed strips or tiles, read straight from the file, without libtiff and without a buffer. The threads of
/// `parallel` share many rows.
std::unique_ptr<RowSource> make_plain_source(TiffHandle handle, const PageLayout& layout, int plane,
                                             ParallelFor parallel = {});

/// Compressed strips or tiles. The threads of `decoders`, which sources of other planes may share, decode each as a
/// whole, up to `rows_of_blocks` strips or rows of tiles ahead. They go on after read() returns. A strip that lies
/// wholly within the caller's rows is decoded directly into them, unless this has begun before.
std::unique_ptr<RowSource> make_block_source(std::shared_ptr<Decoders> decoders, const PageLayout& layout, int plane,
                                             std::int64_t rows_of_blocks);

/// Compressed strips, decoded row by row: slower, but without a buffer. Precondition: layout.decodes_by_rows().
std::unique_ptr<RowSource> make_scanline_source(TiffHandle handle, const PageLayout& layout, int plane);

/// Compressed tiles of which not even one row fits in the memory. Keeps one decoded tile and a band of at most
/// `band_rows` rows. Every tile is decoded once per band.
std::unique_ptr<RowSource> make_band_source(TiffHandle handle, const PageLayout& layout, int plane,
                                            std::int64_t band_rows);

/// The error that the data of these rows end too early.
Error cut_off(const TiffHandle& handle, std::int64_t first_row, std::int64_t rows);

/// The error that these rows are not those that were compressed.
Error wrong_checksum(const TiffHandle& handle, std::int64_t first_row, std::int64_t rows);

/// Checks a call that decoded rows; `succeeded` is its result. If data are missing, some codecs only warn and leave old
/// memory in the rows. So a warning counts as an error unless it is known to be harmless.
Status check_decoded(const TiffHandle& handle, bool succeeded, std::int64_t first_row, std::int64_t rows);

}  // namespace platerip::tiffio
