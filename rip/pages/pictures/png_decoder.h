// Decodes a PNG (ISO/IEC 15948) row by row: by libpng, but pixels of whole bytes by PngPixels.
//
// Functions may throw std::bad_alloc, and what reading the bytes throws.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/status.h"
#include "rip/pages/pictures/picture_bytes.h"
#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// One PNG. An interlaced PNG has seven passes of rows, each with some pixels of some rows of the page. One thread at a
/// time.
class PngDecoder {
 public:
  /// Reads everything before the pixels. `page` is the page's name in messages. Errors: it is no PNG, or its header is
  /// cut off or damaged.
  static Result<std::unique_ptr<PngDecoder>> open(ReadBytes read, std::string page);

  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;
  ~PngDecoder();

  [[nodiscard]] const tiffio::PageInfo& info() const;
  [[nodiscard]] bool is_interlaced() const;

  /// The most bytes that decoding takes. Nothing that grows with the page is taken before the first row is read.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Decodes the next row into `out`, which has room for a row of the page; of a pass, only the first pixels count.
  /// Null: the row is dropped. After the last row, also reads the PNG to its end. Precondition: there is another row.
  /// Errors: the data are cut off or damaged. After an error, only destroy the decoder.
  Status read_row(std::byte* out);

  /// Whether all rows, of all passes, have been read.
  [[nodiscard]] bool is_at_end() const;

 private:
  struct Impl;
  explicit PngDecoder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::rip
