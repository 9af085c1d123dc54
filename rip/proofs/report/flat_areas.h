// Flat areas of a plane: the tone that they should have, and the tone of their dots.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rip/proofs/report/tone_rows.h"
#include "rip/strips/grid.h"
#include "rip/strips/level_ink.h"

namespace platerip::rip {

/// All flat areas of about one tone.
struct FlatTone {
  std::int64_t areas = 0;
  double pixels = 0;
  double expected = 0;  ///< sum over the pixels; solid is 1
  double made = 0;      ///< sum over the pixels, as halftoned

  [[nodiscard]] double expected_percent() const { return 100 * expected / pixels; }
  [[nodiscard]] double made_percent() const { return 100 * made / pixels; }
};

/// Finds the areas of one ink in which all pixels have the same tone. An area is one box of the grid, or several that
/// have at least 32 × 32 pixels together; a halftone needs as many to show a tone. One thread at a time.
class FlatAreas {
 public:
  /// `bits`: of a sample of the plane. `ink`: of the plate's levels.
  FlatAreas(const Grid& grid, int bits, const LevelInk& ink);

  /// Adds the next row of boxes. `tones`: before halftoning; only those of `ink` are used. `levels`: the ink of the
  /// plate's levels in each box.
  void add(const ToneRow& tones, std::span<const std::uint64_t> levels, std::size_t ink = 0);

  /// The flat areas by their expected tone, rounded to whole percent.
  [[nodiscard]] const std::array<FlatTone, 101>& tones() const { return tones_; }

 private:
  struct Area {
    std::optional<int> tone;  // nothing: no box yet
    bool is_flat = true;
    std::uint64_t levels = 0;
    std::int64_t pixels = 0;
  };

  void finish();

  Grid grid_;
  std::int64_t boxes_;  // along each side of an area
  int solid_sample_;
  int solid_level_;
  std::int64_t row_ = 0;  // of boxes
  std::vector<Area> areas_;
  std::array<FlatTone, 101> tones_{};
};

}  // namespace platerip::rip
