// The rows of one plane of a page, in order, as they are in the file: one small reader per way of laying them out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/pages/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

class RowSource {
 public:
  virtual ~RowSource() = default;

  /// Reads the next `rows` rows of layout.row_bytes() bytes, in the machine's byte order, `stride` bytes from row to
  /// row.
  virtual Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) = 0;
};

/// Uncompressed strips or tiles: straight from the file, without libtiff and without a buffer; many rows by the threads
/// of `parallel`.
std::unique_ptr<RowSource> make_plain_source(TiffHandle handle, const PageLayout& layout, int plane,
                                             ParallelFor parallel = {});

/// Compressed strips, each decoded as a whole: into the caller's rows where they agree, else into a buffer of one
/// strip.
std::unique_ptr<RowSource> make_strip_source(TiffHandle handle, const PageLayout& layout, int plane);

/// Compressed strips, decoded row after row: slower, but without a buffer. The codec must be able to.
std::unique_ptr<RowSource> make_scanline_source(TiffHandle handle, int plane);

/// Compressed tiles: keeps one decoded tile and a band of at most `band_rows` rows. Where that is less than the tiles
/// are high, every tile is decoded once per band.
std::unique_ptr<RowSource> make_tile_source(TiffHandle handle, const PageLayout& layout, int plane,
                                            std::int64_t band_rows);

/// Decodes a whole strip or tile of `bytes` bytes, which holds `rows` rows of the page from `first_row` on.
Status decode_block(const TiffHandle& handle, const PageLayout& layout, std::uint32_t block, std::byte* out,
                    std::int64_t bytes, std::int64_t first_row, std::int64_t rows);

/// The error that a decoding call left, if any; `succeeded` is what it returned. Where data are missing, some codecs
/// only warn, and leave what was in memory before. So a warning is an error here, unless it is known to be harmless.
Status check_decoded(const TiffHandle& handle, bool succeeded, std::int64_t first_row, std::int64_t rows);

}  // namespace platerip::tiffio
