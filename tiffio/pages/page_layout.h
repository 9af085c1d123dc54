// How a page lies in its file, and what its samples mean.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tiffio/pages/codec.h"
#include "tiffio/pages/page_info.h"

namespace platerip::tiffio {

/// One sample of a pixel as it is handed out, and where it comes from.
struct Channel {
  int sample = 0;     ///< of the file's pixel
  bool flip = false;  ///< MinIsWhite: solid is 0 in the file and the maximum here
  std::shared_ptr<const std::array<std::uint8_t, 256>> map;  ///< a palette's column; null where there is none
};

/// The layout of one page. A block is a strip or a tile; a strip is as wide as the page.
struct PageLayout {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;
  int samples = 1;  ///< of the file's pixel, those that are dropped included
  bool separate = false;
  bool tiled = false;
  bool ycbcr = false;
  std::int64_t block_width = 0;
  std::int64_t block_height = 0;
  const Codec* codec = nullptr;
  bool differences = false;  ///< the horizontal predictor: samples are stored as differences from the pixel before
  bool swap_bytes = false;
  bool reverse_bits = false;  ///< FillOrder 2
  ColorModel model = ColorModel::rgb;
  Alpha alpha = Alpha::none;
  std::vector<Channel> channels;

  [[nodiscard]] bool compressed() const { return codec->compresses(); }
  [[nodiscard]] bool has_palette() const { return channels.front().map != nullptr; }
  [[nodiscard]] std::int64_t blocks_across() const { return (width + block_width - 1) / block_width; }
  [[nodiscard]] std::int64_t blocks_down() const { return (height + block_height - 1) / block_height; }

  /// Interleaved samples are one plane. The planes that are read, in channel order without repetition:
  [[nodiscard]] std::vector<int> planes() const;
  [[nodiscard]] std::int64_t pixel_bytes() const { return (separate ? 1 : samples) * (bits / 8); }
  [[nodiscard]] std::int64_t row_bytes() const { return width * pixel_bytes(); }
  [[nodiscard]] std::int64_t block_row_bytes() const { return block_width * pixel_bytes(); }

  /// Bytes of a whole decoded block; the largest number there is where a hostile size would overflow it.
  [[nodiscard]] std::int64_t block_bytes() const;

  /// Rows of the page in the block row that begins at `first_row`.
  [[nodiscard]] std::int64_t rows_in_block(std::int64_t first_row) const;

  /// libtiff's number of a block.
  [[nodiscard]] std::uint32_t block_index(int plane, std::int64_t down, std::int64_t across) const;

  /// Whether rows in the file are as they are handed out.
  [[nodiscard]] bool ready_made() const;
};

}  // namespace platerip::tiffio
