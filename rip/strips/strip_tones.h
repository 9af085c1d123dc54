// The tones of a strip's inks before halftoning: sums over boxes of pixels, which a report needs. Whoever makes the
// inks makes these, too: tones_on_cores.h on the cores, makers/cuda/tones_cuda.h on a GPU, with the same result.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rip/strips/grid.h"

namespace platerip::rip {

/// Which tones of a page are wanted.
struct ToneSettings {
  Grid grid;
  int bits = 8;             ///< of a sample: 8 or 16
  std::size_t inks = 1;     ///< the first planes of a strip
  std::size_t counted = 1;  ///< the first of these, which count as total ink

  /// The step with which at most 500 rows of the page count in histograms: 1 for pages of up to 500 rows.
  [[nodiscard]] constexpr std::int64_t histogram_step() const { return (grid.height + 499) / 500; }
  /// Of all inks in a row of boxes.
  [[nodiscard]] constexpr std::int64_t ink_boxes() const { return static_cast<std::int64_t>(inks) * grid.columns(); }
};

using ToneHistogram = std::array<std::uint64_t, 256>;  ///< the pixels of each tone, from paper to solid

/// The tones of the rows of a page from `first` on. They lie in memory that another object owns. A row of boxes of
/// which only some rows of pixels are there has the tones of these.
struct StripTones {
  std::int64_t first = 0;
  ToneHistogram* histograms = nullptr;  ///< [ink] of each histogram_step()-th row of the page
  std::uint64_t* sums = nullptr;        ///< [row of boxes][box] of the samples of the counted inks
  std::uint16_t* firsts = nullptr;      ///< [row of boxes][ink][box] the first sample
  std::uint8_t* is_flat = nullptr;      ///< [row of boxes][ink][box] whether all samples are as the first one
};

/// The most rows of boxes that `rows` rows touch: they may begin and end within a row of boxes.
constexpr std::int64_t box_rows_of(const ToneSettings& settings, std::int64_t rows) {
  return rows == 0 ? 0 : (rows + settings.grid.box - 2) / settings.grid.box + 1;
}

/// The bytes of the histograms and sums, which lie one after the other, before the rest.
constexpr std::int64_t tone_sums_bytes(const ToneSettings& settings, std::int64_t rows) {
  return static_cast<std::int64_t>(settings.inks * sizeof(ToneHistogram)) +
         box_rows_of(settings, rows) * settings.grid.columns() * static_cast<std::int64_t>(sizeof(std::uint64_t));
}

/// The bytes of all tones of `rows` rows.
constexpr std::int64_t tones_bytes(const ToneSettings& settings, std::int64_t rows) {
  constexpr std::int64_t of_box = sizeof(std::uint16_t) + sizeof(std::uint8_t);
  return tone_sums_bytes(settings, rows) + box_rows_of(settings, rows) * settings.ink_boxes() * of_box;
}

/// The place for the tones of up to `rows` rows in `memory`, which has tones_bytes() and is aligned to 8 bytes.
inline StripTones place_tones(const ToneSettings& settings, std::int64_t rows, std::byte* memory) {
  StripTones tones;
  tones.histograms = reinterpret_cast<ToneHistogram*>(memory);
  tones.sums = reinterpret_cast<std::uint64_t*>(tones.histograms + settings.inks);
  tones.firsts = reinterpret_cast<std::uint16_t*>(memory + tone_sums_bytes(settings, rows));
  tones.is_flat = reinterpret_cast<std::uint8_t*>(tones.firsts + box_rows_of(settings, rows) * settings.ink_boxes());
  return tones;
}

}  // namespace platerip::rip
