// Computes rows of made inks (made_ink.h). Private to separation/.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "separation/page_lightness.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Makes the rows of one made ink. Thread-safe.
template <typename Sample>
class MadeRow {
 public:
  /// `inks`: how many inks there are before the made ones; `table`: what the curve and the limit make of each amount,
  /// empty if there are none. Errors: the page has not what the ink is made from; there is no such ink; or an amount
  /// outside 0 to 100 percent.
  static Result<MadeRow> make(const MadeInk& ink, const PixelFormat& format, std::size_t inks,
                              std::vector<std::uint16_t> table);

  /// Makes `out` from the pixels of a row and from the inks before, whose rows these are.
  void run(const std::byte* pixels, std::int64_t width, std::span<const std::byte* const> inks, Sample* out) const;

  /// Whether run() makes anything: not of MadeFrom::nothing and MadeFrom::knocked_out.
  [[nodiscard]] bool makes_something() const {
    return ink_.from != MadeFrom::nothing && ink_.from != MadeFrom::knocked_out;
  }
  /// Whether the ink is MadeFrom::knocked_out.
  [[nodiscard]] bool tells_what_is_knocked_out() const { return ink_.from == MadeFrom::knocked_out; }

 private:
  MadeRow() = default;
  void run_lightness(const Sample* pixel, std::int64_t width, Sample* out) const;
  void run_inks(std::int64_t width, std::span<const std::byte* const> inks, Sample* out) const;

  MadeInk ink_;
  PixelFormat format_;
  std::vector<std::uint16_t> table_;                    // of curve, limit and amount; empty: none
  std::shared_ptr<const Lightness<Sample>> lightness_;  // for light and dark
};

}  // namespace platerip::separation
