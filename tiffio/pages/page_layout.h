// How a page is stored in its file, and what its samples mean.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tiffio/pages/codec.h"
#include "tiffio/pages/page_info.h"

namespace platerip::tiffio {

/// One sample of a returned pixel, and where it comes from.
struct Channel {
  int sample = 0;                                            ///< the index of the sample in the file's pixel
  bool flip = false;                                         ///< MinIsWhite: the sample is inverted
  std::shared_ptr<const std::array<std::uint8_t, 256>> map;  ///< a column of the palette; null if there is none
};

/// The layout of one page. A block is a strip or a tile. A strip is as wide as the page.
struct PageLayout {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;
  int samples = 1;  ///< samples of a pixel in the file, including those that are dropped
  bool separate = false;
  bool tiled = false;
  bool ycbcr = false;
  std::int64_t block_width = 0;
  std::int64_t block_height = 0;
  const Codec* codec = nullptr;
  bool differences = false;  ///< the horizontal predictor: samples are stored as differences from the pixel to the left
  bool swap_bytes = false;
  bool reverse_bits = false;  ///< FillOrder 2
  ColorModel model = ColorModel::rgb;
  Alpha alpha = Alpha::none;
  std::vector<Channel> channels;

  [[nodiscard]] bool compressed() const { return codec->compresses(); }
  [[nodiscard]] bool has_palette() const { return channels.front().map != nullptr; }
  [[nodiscard]] std::int64_t blocks_across() const { return (width + block_width - 1) / block_width; }
  [[nodiscard]] std::int64_t blocks_down() const { return (height + block_height - 1) / block_height; }

  /// The planes to read, in channel order, each once. Interleaved samples form one plane.
  [[nodiscard]] std::vector<int> planes() const;
  [[nodiscard]] std::int64_t pixel_bytes() const { return (separate ? 1 : samples) * (bits / 8); }
  [[nodiscard]] std::int64_t row_bytes() const { return width * pixel_bytes(); }
  [[nodiscard]] std::int64_t block_row_bytes() const { return block_width * pixel_bytes(); }

  /// Bytes of a whole decoded block. If a hostile size would overflow, the largest number.
  [[nodiscard]] std::int64_t block_bytes() const;

  /// The number of page rows in the block row that begins at `first_row`.
  [[nodiscard]] std::int64_t rows_in_block(std::int64_t first_row) const;

  /// libtiff's number of a block.
  [[nodiscard]] std::uint32_t block_index(int plane, std::int64_t down, std::int64_t across) const;

  /// Whether rows are stored exactly as they are returned.
  [[nodiscard]] bool ready_made() const;
};

}  // namespace platerip::tiffio
