// The rows of a plane that a search holds back: the error of each pixel, and the level below its amount (search.h) or,
// with drops, what it may print (search_drops.h). Private to halftone/.
//
// Nothing here throws, except save() and SearchAmounts (std::bad_alloc). Different rows may be used by different
// threads at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "halftone/search.h"
#include "halftone/search_drops.h"

namespace platerip::halftone {

/// Rows of values around a tile: pointers to the column of the tile's first pixel, from tile_halo rows above the tile
/// to tile_halo rows below it. Columns from −search_margin to search_tile + search_margin can be read.
template <typename Value>
using TileRows = std::array<Value*, search_tile + 2 * tile_halo>;
using TileErrors = TileRows<std::int16_t>;
inline constexpr std::int64_t search_margin = 32;

/// The pixels around a tile.
struct TileAround {
  TileErrors errors;              ///< 0 outside the page
  TileRows<std::uint8_t> pixels;  ///< the levels below the amounts or, with drops, byte_of(); off_page outside the page
};
inline constexpr std::uint8_t off_page = 255;

/// How samples become errors and levels.
class SearchAmounts {
 public:
  /// For a plane like this on plates of `levels` levels. Precondition: it passes check().
  SearchAmounts(const PlaneSettings& plane, int levels, int bits);

  /// Of the ink.
  [[nodiscard]] int levels() const { return levels_; }
  /// For drops; null if the levels are evenly spaced and not mixed, and have Amounts.
  [[nodiscard]] const SearchLadder* ladder() const { return ladder_ ? &*ladder_ : nullptr; }

  struct Amount {
    std::int16_t rest = 0;  ///< r, or 0 for a level
    std::uint8_t below = 0;
  };
  /// The amount of pixel x in a row of samples.
  [[nodiscard]] Amount operator()(const std::byte* samples, std::int64_t x) const {
    return bits_ == 8 ? of_bytes_.data()[sample(samples, x)] : amount(sample(samples, x), 65535);
  }
  /// The same for drops.
  [[nodiscard]] SearchLadder::Amount on_ladder(const std::byte* samples, std::int64_t x) const {
    return (*ladder_)(sample(samples, x), bits_);
  }

 private:
  [[nodiscard]] int sample(const std::byte* samples, std::int64_t x) const {
    return bits_ == 8 ? std::to_integer<int>(samples[x]) : reinterpret_cast<const std::uint16_t*>(samples)[x];
  }
  [[nodiscard]] Amount amount(int sample, int max) const;

  int levels_;
  int bits_;
  std::array<Amount, 256> of_bytes_;
  std::optional<SearchLadder> ladder_ = {};
};

/// A plane's rows, as many as its memory holds: row y of the page takes the place of row y − capacity().
class PlaneRows {
 public:
  /// Bytes of memory, a multiple of 64, for `rows` rows.
  static std::size_t bytes(std::int64_t width, std::int64_t rows);
  /// Takes memory that is aligned to 64 bytes.
  PlaneRows(std::byte* memory, std::int64_t width, std::int64_t rows);

  /// Fills row y of the page from its samples, and from its pixels on the plate with which the search begins.
  /// `levels`: of the plate.
  void load(std::int64_t y, const SearchAmounts& amounts, const std::byte* samples, const std::byte* plate, int levels);
  /// Writes the levels that row y prints to a row of a plate.
  void write(std::int64_t y, const SearchAmounts& amounts, int levels, std::byte* plate) const;

  /// What is around the tile whose first pixel is in row y and column x. The page has `rows` rows so far.
  [[nodiscard]] TileAround around(std::int64_t y, std::int64_t x, std::int64_t rows) const;

  /// Bytes of `rows` rows as save() writes them.
  [[nodiscard]] std::size_t saved_bytes(std::int64_t rows) const { return static_cast<std::size_t>(3 * width_ * rows); }
  /// Appends rows [first, end) in the layout of PlaneBoundary::state.
  void save(std::int64_t first, std::int64_t end, std::vector<std::byte>& state) const;
  /// The inverse. False if a value is out of range; then the rows are of no use. Precondition: the size is right.
  [[nodiscard]] bool restore(std::int64_t first, std::int64_t end, const SearchAmounts& amounts,
                             std::span<const std::byte> state);

 private:
  [[nodiscard]] static std::int64_t stride(std::int64_t width) { return (width + 31) / 32 * 32 + 2 * search_margin; }
  [[nodiscard]] std::int16_t* errors(std::int64_t y) const {
    return errors_ + y % capacity_ * stride(width_) + search_margin;
  }
  [[nodiscard]] bool is_possible(std::int64_t y, std::int64_t x, const SearchAmounts& amounts) const;
  [[nodiscard]] std::uint8_t* pixels(std::int64_t y) const {
    return pixels_ + y % capacity_ * stride(width_) + search_margin;
  }

  std::int64_t width_;
  std::int64_t capacity_;
  std::int16_t* errors_outside_;  // a row of zeros
  std::int16_t* errors_;
  std::uint8_t* pixels_outside_;  // a row of off_page
  std::uint8_t* pixels_;
};

}  // namespace platerip::halftone
