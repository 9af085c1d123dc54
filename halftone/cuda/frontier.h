// How far a launch goes, so that no strip waits for the one before it to be whole. Private to halftone/cuda/.
//
// Stripes stand on a slanted line, the frontier: each is lag_of() blocks behind the one above it. A launch moves the
// frontier on by as much as the newest strip's stripes lag, and all stripes in flight move with it, side by side from
// their first step. A strip is done once its last stripe has reached the right edge:
//
//        columns →            frontier after launch 1   2   3        strip 1 is done after launch 3
//     strip 1  ████████████████████████/▒▒▒▒▒▒▒/░░░░░░░|
//     strip 2  ████████████████/▒▒▒▒▒▒▒/░░░░░░░/       |
//     strip 3  ████████/▒▒▒▒▒▒▒/░░░░░░░/               |
//
#pragma once

#include <cstdint>
#include <deque>

namespace platerip::halftone::cuda {

/// A strip's place in the page. Offsets count blocks, from where the page's first stripe began.
struct StripPlace {
  std::int64_t rows = 0;
  std::int64_t stripes = 0;
  std::int64_t first_stripe = 1;  // from the top of the page; 0 is what lies above it
  std::int64_t offset = 0;        // of its first stripe behind the page's first
  std::int64_t end = 0;           // the frontier at which its last row is done
};

class Frontier {
 public:
  explicit Frontier(std::int64_t width) : width_(width) {}

  /// Where the next strip lies.
  [[nodiscard]] StripPlace place(std::int64_t rows) const;
  /// Takes it in flight.
  void add(const StripPlace& strip);
  /// Moves the frontier to where the next strip would begin, or further, to have at most so many strips in flight
  /// afterwards; returns it.
  std::int64_t advance(std::size_t most_in_flight);
  /// Moves it to where every strip is done; returns it.
  std::int64_t finish();
  /// Drops the oldest strip in flight if it is done.
  bool drop_done();

  [[nodiscard]] std::int64_t position() const { return position_; }
  [[nodiscard]] const std::deque<StripPlace>& in_flight() const { return in_flight_; }

 private:
  std::int64_t width_;
  std::int64_t position_ = 0;
  std::int64_t next_stripe_ = 1;
  std::int64_t next_offset_ = 0;
  std::deque<StripPlace> in_flight_;
};

/// Stripes whose boundary errors may be needed at a time: those of one strip of so many rows, those in flight before it,
/// and the one above them.
std::int64_t slots_for(std::int64_t width, std::int64_t strip_rows);

}  // namespace platerip::halftone::cuda
