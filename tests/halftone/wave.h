// A plane that is halftoned in parallelogram blocks, in any order that C and R allow.
#pragma once

#include <random>
#include <span>
#include <vector>

#include "tests/halftone/block.h"

namespace platerip::halftone {

/// Some rows of a plane, cut at random into strips and blocks, and the boundary errors between these.
class Wave {
 public:
  /// The plane and the plate begin at the first of these rows; `above` is C of all columns of the rows above them.
  Wave(const Settings& settings, const Plane& plane, const Plate& plate, std::int64_t rows, const BoundaryErrors& above,
       std::mt19937& random);

  [[nodiscard]] std::size_t strips() const { return strips_.size(); }
  [[nodiscard]] std::int64_t first_row(std::size_t strip) const { return strips_[strip].first; }
  [[nodiscard]] std::int64_t rows(std::size_t strip) const { return strips_[strip].blocks.front().rows; }
  [[nodiscard]] const std::vector<Block>& blocks(std::size_t strip) const { return strips_[strip].blocks; }
  [[nodiscard]] std::size_t blocks_done(std::size_t strip) const { return strips_[strip].done; }
  [[nodiscard]] bool done() const;
  /// Whether the next block of a strip may start.
  [[nodiscard]] bool ready(std::size_t strip) const;

  /// The steps of a strip's next block: get the errors that it needs, halftone it, and keep its result.
  [[nodiscard]] BlockErrors before(std::size_t strip) const;
  Result<BlockErrors> halftone(std::size_t strip, const BlockErrors& before);
  void keep(std::size_t strip, BlockErrors after);

  /// Does all three.
  void run_next(std::size_t strip);

  /// C of all columns of a finished strip.
  [[nodiscard]] BoundaryErrors c_below(std::size_t strip) const;

 private:
  struct StripInBlocks {
    std::int64_t first = 0;
    std::vector<Block> blocks;
    std::size_t done = 0;
    std::vector<BoundaryErrors> c;  // of the finished blocks
    BoundaryErrors r;               // of the last of them
  };

  [[nodiscard]] std::span<const BoundaryErrors> c_above(std::size_t strip) const;

  Settings settings_;
  Plane plane_;
  Plate plate_;
  std::vector<BoundaryErrors> above_;
  std::vector<StripInBlocks> strips_;
};

/// The methods that are error filters.
std::vector<Method> error_filter_methods();

/// C of all columns, above the page.
BoundaryErrors c_above_page(const Settings& settings);

}  // namespace platerip::halftone
