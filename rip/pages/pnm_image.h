// One image in a Netpbm format: its header, and its rows as stored.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The header of an image, and how its rows are stored. The formats are:
///  - PBM ("P4"), where 1 is black, and binary PGM and PPM ("P5", "P6").
///  - PAM ("P7") of type GRAYSCALE, BLACKANDWHITE, RGB or CMYK, where 0 is paper, each also with _ALPHA, which is not
///    premultiplied. The type (TUPLTYPE) may be missing if there are 1 to 3 samples.
/// Images with a maxval up to 255 become pages of 8 bits, others of 16. Samples are scaled to the full range.
struct PnmImage {
  tiffio::PageInfo info;
  std::uint32_t maxval = 255;
  bool packed = false;            ///< PBM: one bit per pixel; rows begin on whole bytes
  std::int64_t header_bytes = 0;  ///< length of the header

  /// The bytes of a row as stored.
  [[nodiscard]] std::int64_t stored_row_bytes() const { return packed ? (info.width + 7) / 8 : info.row_bytes(); }
};

/// Returns the next byte, or nothing at the end.
using NextByte = std::function<Result<std::optional<std::byte>>()>;

/// Reads a header and no byte beyond it. `page` is the page's name in messages. Errors: the header is damaged or of an
/// unsupported kind; those of `next`.
Result<PnmImage> read_pnm_header(const NextByte& next, const std::string& page);

/// Reads the next `rows` rows as stored into `out`, `stride` bytes from row to row.
using StoredRows = std::function<Status(std::int64_t rows, std::byte* out, std::ptrdiff_t stride)>;

/// Makes a page of an image and its stored rows. `pass_over` skips rows without reading them; empty if that is not
/// possible.
std::unique_ptr<PageRows> make_pnm_page(PnmImage image, StoredRows stored,
                                        std::function<void(std::int64_t rows)> pass_over = {});

}  // namespace platerip::rip
