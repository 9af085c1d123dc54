// Decodes a JPEG (ITU-T T.81) by libjpeg, row by row.
//
// Functions may throw std::bad_alloc, and what reading the bytes throws.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/status.h"
#include "rip/pages/pictures/jpeg_bytes.h"
#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// One JPEG. Gray stays gray, YCbCr becomes RGB, and YCCK becomes CMYK. In CMYK with Adobe's marker, 255 is paper
/// (Adobe Technical Note 5116), so that samples are inverted. One thread at a time.
class JpegDecoder {
 public:
  /// Reads everything before the pixels. `page` is the page's name in messages. Errors: it is no JPEG, its header is
  /// cut off or damaged, or its colours or its compression are not supported.
  static Result<std::unique_ptr<JpegDecoder>> open(std::shared_ptr<JpegBytes> bytes, std::string page);

  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;
  ~JpegDecoder();

  [[nodiscard]] const tiffio::PageInfo& info() const;

  /// The most bytes that decoding takes. If the JPEG is progressive, or has a scan for each colour, it keeps
  /// coefficients for all pixels. Nothing that grows with the page is taken before the first row is read.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Decodes the next `rows` rows to `out`, `stride` bytes from row to row. Behind the last row, also reads the JPEG to
  /// its end. Precondition: there are so many rows. Errors: the data are cut off or damaged; whatever libjpeg warns of
  /// is damage. After an error, only destroy the decoder.
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride);

  /// Whether all rows have been read.
  [[nodiscard]] bool is_at_end() const;

  /// Whether more pictures that belong to this one follow it (CIPA DC-007, multi-picture format).
  [[nodiscard]] bool has_companions() const;

 private:
  struct Impl;
  explicit JpegDecoder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::rip
