// Decodes strips and tiles as a whole.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/pages/own_decoder.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Decodes with libtiff, or faster without it. It serves one thread at a time.
class BlockDecoder {
 public:
  /// `handle` must be prepared (prepare_decoding()). `layout` must outlive this object.
  BlockDecoder(TiffHandle handle, const PageLayout& layout);

  [[nodiscard]] const TiffHandle& handle() const { return handle_; }

  /// Decodes a whole strip or tile of `bytes` bytes, which holds `rows` rows of the page beginning with `first_row`.
  /// Errors: the data are truncated or damaged; the message names the rows. May throw std::bad_alloc.
  Status decode(std::uint32_t block, std::byte* out, std::int64_t bytes, std::int64_t first_row, std::int64_t rows);

 private:
  Status decode_by_libtiff(std::uint32_t block, std::byte* out, std::int64_t bytes, Rows page_rows);

  TiffHandle handle_;
  const PageLayout& layout_;
  OwnDecoder own_;
};

}  // namespace platerip::tiffio
