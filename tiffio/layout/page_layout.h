// How a page is stored in its file, and what its samples mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tiffio/layout/codec.h"
#include "tiffio/layout/page_info.h"

namespace platerip::tiffio {

class Ycbcr;

/// Consecutive rows.
struct Rows {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// A row of the page in its file: a stored row, and which of the rows in its units.
struct StoredRow {
  std::int64_t row = 0;
  int in_unit = 0;
};

/// One sample of a returned pixel, and where it comes from.
struct Channel {
  int sample = 0;          ///< the index of the sample in the file's pixel
  std::uint16_t flip = 0;  ///< bits that are inverted: all of MinIsWhite, the sign of a* and b*
  bool stretch = false;    ///< converts 16-bit samples from 256ths to 257ths, as in ICC.1:2022's L*a*b*
  std::shared_ptr<const std::vector<std::uint16_t>> map = nullptr;  ///< the returned sample for each sample in the file
};

/// The layout of one page. A block is a strip or a tile. A strip is as wide as the page. Sizes are in stored pixels. In
/// subsampled YCbCr, a stored pixel is a unit of several pixels that share Cb and Cr.
struct PageLayout {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t page_width = 0;   ///< pixels
  std::int64_t page_height = 0;  ///< pixels
  int unit_width = 1;            ///< pixels that a stored pixel covers
  int unit_height = 1;
  int bits = 8;           ///< of a sample in the file: 1 to 16, or 32 if `floating`
  bool floating = false;  ///< samples are numbers from 0 to 1
  int samples = 1;        ///< samples of a pixel in the file, including those that are dropped
  bool separate = false;
  bool tiled = false;
  bool libjpeg_converts = false;  ///< YCbCr that libjpeg returns as RGB
  int jpeg_across = 0;            ///< pixels that share Cb and Cr in a YCbCr JPEG whose tags are wrong; else 0
  int jpeg_down = 0;
  std::int64_t block_width = 0;
  std::int64_t block_height = 0;
  std::int64_t block_page_rows = 0;  ///< rows of the page in a block: its last units may have less than `unit_height`
  const Codec* codec = nullptr;
  int predictor = 1;  ///< libtiff's number
  bool swap_bytes = false;
  bool reverse_bits = false;              ///< FillOrder 2
  std::vector<std::string> remarks = {};  ///< see PageInfo::remarks
  std::vector<std::string> spots = {};
  ColorModel model = ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int returned_bits = 8;  ///< of a returned sample: 8 or 16
  std::vector<Channel> channels;
  std::shared_ptr<const Ycbcr> ycbcr = nullptr;  ///< converts YCbCr to RGB; null if that is not needed

  /// Whether libtiff can decode strips row by row and reports every failure.
  [[nodiscard]] bool decodes_by_rows() const;
  [[nodiscard]] bool compressed() const { return codec->compresses(); }
  [[nodiscard]] std::int64_t blocks_across() const { return (width + block_width - 1) / block_width; }
  [[nodiscard]] std::int64_t blocks_down() const { return (height + block_height - 1) / block_height; }

  /// The planes to read, in channel order, each once. Interleaved samples form one plane.
  [[nodiscard]] std::vector<int> planes() const;
  [[nodiscard]] int pixel_samples() const { return separate ? 1 : samples; }
  [[nodiscard]] std::int64_t pixel_bits() const;
  [[nodiscard]] std::int64_t row_bytes() const { return (width * pixel_bits() + 7) / 8; }
  [[nodiscard]] std::int64_t block_row_bytes() const { return (block_width * pixel_bits() + 7) / 8; }

  /// Bytes of a whole decoded block; the largest number if a hostile size would overflow.
  [[nodiscard]] std::int64_t block_bytes() const;

  /// The number of stored rows in the block row that begins at `first_row`.
  [[nodiscard]] std::int64_t rows_in_block(std::int64_t first_row) const;

  /// Where a row of the page is stored. The row behind the last one has a place, too.
  [[nodiscard]] StoredRow stored_row(std::int64_t row) const;

  /// The rows of the page that are in these stored rows.
  [[nodiscard]] Rows page_rows(std::int64_t first_row, std::int64_t rows) const;

  /// libtiff's number of a block.
  [[nodiscard]] std::uint32_t block_index(int plane, std::int64_t down, std::int64_t across) const;

  /// Whether samples are stored as 8- or 16-bit numbers.
  [[nodiscard]] bool whole_bytes() const { return !floating && (bits == 8 || bits == 16); }

  /// Whether the samples of a row, once unpacked, are those that are returned.
  [[nodiscard]] bool keeps_samples() const;

  /// Whether rows are stored exactly as they are returned.
  [[nodiscard]] bool ready_made() const { return whole_bytes() && keeps_samples(); }
};

}  // namespace platerip::tiffio
