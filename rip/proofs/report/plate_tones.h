// Averages a plate to a picture of its tones.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/proofs/report/averaging.h"
#include "rip/proofs/report/level_rows.h"

namespace platerip::rip {

/// Averages one plate along its rows and its columns. One thread at a time.
class PlateTones {
 public:
  /// `place`: of the sums over the parts of `across` and `down` among those that a GPU makes.
  PlateTones(Averaging across, Averaging down, const LevelInk& ink, std::optional<std::size_t> place = {});
  PlateTones(const PlateTones&) = delete;
  PlateTones& operator=(const PlateTones&) = delete;

  /// The borders of the parts of rows that are averaged, if a GPU sums these; else null.
  [[nodiscard]] const std::vector<std::int64_t>* made_rows() const { return place_ ? &down_.borders : nullptr; }

  /// The most memory that a plate takes, in bytes.
  static std::int64_t memory_bytes(const Averaging& across, const Averaging& down);

  /// Whether each pixel of the picture is a box of the plate with these borders.
  [[nodiscard]] bool are_boxes(std::span<const std::int64_t> columns, std::span<const std::int64_t> rows) const {
    return is_plain_ && std::ranges::equal(across_.borders, columns) && std::ranges::equal(down_.borders, rows);
  }
  /// Adds the ink of rows of such boxes, from row `first` on, instead of add().
  void add_boxes(std::size_t first, std::span<const std::uint64_t> sums);

  /// Adds the next `rows` rows of the plate, as LevelRows does.
  void add(const halftone::Plate& plate, std::int64_t rows, const PlateSums* sums) { sums_.add(plate, rows, sums); }

  /// Whether a row of the picture is complete.
  [[nodiscard]] bool has_row() const { return !done_.empty(); }
  /// Takes the oldest complete row, 0 for paper to 65535 for solid. Precondition: has_row().
  std::vector<std::uint16_t> take();

 private:
  void add_part(std::size_t part, std::span<const std::uint64_t> sums);
  void finish_row();

  Averaging across_;
  Averaging down_;
  std::uint32_t solid_;
  bool is_plain_;  // each pixel of the picture is one sum
  std::optional<std::size_t> place_;
  LevelRows sums_;
  std::size_t row_ = 0;                   // of the picture: the first one that is not complete
  std::deque<std::vector<float>> begun_;  // from this row on
  std::deque<std::vector<std::uint16_t>> done_;
};

}  // namespace platerip::rip
