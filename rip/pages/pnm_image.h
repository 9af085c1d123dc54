// One image in a Netpbm format: its header, and its rows as it stores them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// What an image's header says, and how its rows are stored: PBM ("P4"), PGM and PPM in binary form ("P5", "P6") and
/// PAM ("P7") with GRAYSCALE, BLACKANDWHITE, RGB and CMYK, each but CMYK of one meaning also without its name
/// (TUPLTYPE), and each also with _ALPHA, which is not premultiplied. CMYK: 0 is paper. Of PBM, 1 is black. Up to a
/// maxval of 255 pages have 8 bits, else 16, stretched to the full range.
struct PnmImage {
  tiffio::PageInfo info;
  std::uint32_t maxval = 255;
  bool packed = false;            ///< PBM: a bit is a pixel, rows begin on whole bytes
  std::int64_t header_bytes = 0;  ///< that were read

  [[nodiscard]] std::int64_t stored_row_bytes() const { return packed ? (info.width + 7) / 8 : info.row_bytes(); }
};

/// The next byte; nothing where there is none.
using NextByte = std::function<Result<std::optional<std::byte>>()>;

/// Reads a header, never past it. Errors: `page`, how messages call it, and that its header is damaged or of a kind
/// that is not handled; those of `next`.
Result<PnmImage> read_pnm_header(const NextByte& next, const std::string& page);

/// Reads the next `rows` rows as they are stored, `stride` bytes from row to row.
using StoredRows = std::function<Status(std::int64_t rows, std::byte* out, std::ptrdiff_t stride)>;

/// The rows of an image as pages have them, made of those that are stored.
std::unique_ptr<PageRows> make_pnm_page(PnmImage image, StoredRows stored);

}  // namespace platerip::rip
