// The frontier: where a launch stops, so that no strip has to wait until the one before it is complete. Private to
// halftone/cuda/.
//
// A launch stops each stripe lag_of() blocks behind the one above it, so the frontier is a slanted line. Each launch
// moves it on by as much as the newest strip's stripes lag. All stripes in flight move with it, side by side from their
// first step. A strip is done once its last stripe has reached the right edge:
//
//        columns →            frontier after launch 1   2   3        strip 1 is done after launch 3
//     strip 1  ████████████████████████/▒▒▒▒▒▒▒/░░░░░░░|
//     strip 2  ████████████████/▒▒▒▒▒▒▒/░░░░░░░/       |
//     strip 3  ████████/▒▒▒▒▒▒▒/░░░░░░░/               |
//
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/cuda/wavefront/launch.h"

namespace platerip::halftone::cuda {

/// A strip's place in the page. Offsets count blocks from where the page's first stripe began.
struct StripPlace {
  std::int64_t rows = 0;
  std::int64_t stripes = 0;
  std::int64_t first_stripe = 1;  // numbered from the top of the page; 0 stands for what is above it
  std::int64_t offset = 0;        // by which its first stripe lags behind the page's first
  std::int64_t end = 0;           // the frontier's position once its last row is done
};

/// A queue with one value for each strip in flight, the oldest first. Never allocates. Precondition of push_back():
/// size() is less than max_strips.
template <typename Value>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Value& operator[](std::size_t i) const { return values_[(first_ + i) % max_strips]; }
  void push_back(const Value& value) { values_[(first_ + size_++) % max_strips] = value; }
  void pop_front() {
    first_ = (first_ + 1) % max_strips;
    --size_;
  }

 private:
  std::array<Value, max_strips> values_{};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

class Frontier {
 public:
  /// For stripes with this many columns of boundary words, and rows that stay `row_skew` columns behind each other.
  explicit Frontier(std::int64_t columns, int row_skew = skew) : columns_(columns), skew_(row_skew) {}

  /// The place of the next strip, if it has `rows` rows.
  [[nodiscard]] StripPlace place(std::int64_t rows) const;
  /// Adds that strip to those in flight.
  void add(const StripPlace& strip);
  /// Moves the frontier to where the next strip would begin, or further, until at most `most_in_flight` strips are in
  /// flight. Returns its position.
  std::int64_t advance(std::size_t most_in_flight);
  /// Moves the frontier to where every strip is done. Returns its position.
  std::int64_t finish();
  /// Drops the oldest strip in flight if it is done.
  bool drop_done();

  [[nodiscard]] std::int64_t position() const { return position_; }
  [[nodiscard]] const Ring<StripPlace>& in_flight() const { return in_flight_; }

 private:
  std::int64_t columns_;
  int skew_;
  std::int64_t position_ = 0;
  std::int64_t next_stripe_ = 1;
  std::int64_t next_offset_ = 0;
  Ring<StripPlace> in_flight_;
};

/// The number of stripes whose boundary errors may be needed at a time: those of one strip of `strip_rows` rows, those
/// of the strips in flight before it, and the one above them. So the errors of all strips that a launch completes stay
/// until the next launch.
std::int64_t slots_for(std::int64_t columns, std::int64_t strip_rows, int strips_in_flight, int row_skew = skew);

/// The number of strips whose boundary errors are copied when the strip below takes them. Errors cannot be saved before
/// their strip is complete, and by then the strip below has taken some. It is as many strips as one launch continues,
/// and 0 if each launch completes its strip.
constexpr std::int64_t taken_slots_for(int strips_in_flight) {
  return strips_in_flight == 0 ? 0 : strips_in_flight + 1;
}

}  // namespace platerip::halftone::cuda
