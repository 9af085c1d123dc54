// The kernels of the search. Private to halftone/cuda/.
#pragma once

#include <cstdint>

#include "halftone/cuda/search/pixel_word.h"
#include "halftone/cuda/wavefront/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// The rows of pixel words of all planes. Row y of the page takes the place of row y − capacity.
struct PlaneWords {
  PixelWord* words = nullptr;  // of column 0 of the first plane; aligned to 64 bytes
  std::int64_t stride = 0;     // from row to row; a multiple of 32
  std::int64_t plane = 0;      // from plane to plane
  std::int64_t capacity = 0;   // in rows

  /// Words to the left of column 0, and to the right of the last tile: 0, like those of columns beyond the width.
  static constexpr std::int64_t margin = 32;
  static constexpr std::int64_t stride_for(std::int64_t width) {
    return (width + search_tile - 1) / search_tile * search_tile + 2 * margin;
  }
};

/// Enqueues the filling of rows [row, row + strip.rows) from samples, and from the pixels of the plate to begin with.
/// Errors of this and the next functions: a CUDA error.
Status enqueue_load(const Settings& settings, const PlaneWords& words, const DeviceStrip& strip, std::int64_t row,
                    Stream stream);

/// Enqueues the writing of such rows to the strip's plates.
Status enqueue_write(const Settings& settings, const PlaneWords& words, const DeviceStrip& strip, std::int64_t row,
                     Stream stream);

/// How many thread blocks, of how many warps, search tiles on the current device.
struct SearchBlocks {
  int count = 0;
  int warps = 0;

  static Result<SearchBlocks> of_device();
  /// The same for inks together, where a block searches a tile.
  static Result<SearchBlocks> for_inks(int inks);
};

/// Tiles of one kind: every second one in every second row of tiles.
struct Tiles {
  std::int64_t first_row = 0;  // rows of tiles
  std::int64_t rows = 0;       // number
  int first_column = 0;
};

/// Enqueues the search of tiles by toggles and swaps, on a page that has `end` rows so far.
Status enqueue_search(const Settings& settings, const PlaneWords& words, const Tiles& tiles, std::int64_t end,
                      const SearchBlocks& blocks, Stream stream);

/// The same for planes that have shades.
Status enqueue_inks_search(const Settings& settings, const PlaneWords& words, const Tiles& tiles, std::int64_t end,
                           const SearchBlocks& blocks, Stream stream);

/// Enqueues the search of tiles by the patterns of windows.
Status enqueue_windows(const Settings& settings, const PlaneWords& words, const Tiles& tiles, std::int64_t end,
                       Stream stream);

}  // namespace platerip::halftone::cuda
