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

/// A made ink that suits a page. Its list of inks is complete.
struct SuitedInk {
  MadeInk ink;
  std::vector<std::uint16_t> table;  ///< what curve, limit and amount make of each amount; empty: the same

  /// Whether it is more than empty or a mask: not of MadeFrom::nothing and MadeFrom::knocked_out.
  [[nodiscard]] bool is_something() const { return ink.from != MadeFrom::nothing && ink.from != MadeFrom::knocked_out; }
};

/// The made inks of a page, which follow `inks` others. Errors: the page has not what an ink is made from; there is no
/// such ink; or an amount or a limit outside 0 to 100 percent.
Result<std::vector<SuitedInk>> suited_inks(const Settings& settings, std::size_t inks);

/// Makes the rows of one made ink. Thread-safe.
template <typename Sample>
class MadeRow {
 public:
  MadeRow(SuitedInk ink, const PixelFormat& format);

  /// Makes `out` from the pixels of a row and from the inks before, whose rows these are.
  void run(const std::byte* pixels, std::int64_t width, std::span<const std::byte* const> inks, Sample* out) const;

  /// Whether run() makes anything.
  [[nodiscard]] bool makes_something() const { return suited_.is_something(); }
  /// Whether the ink is MadeFrom::knocked_out.
  [[nodiscard]] bool tells_what_is_knocked_out() const { return suited_.ink.from == MadeFrom::knocked_out; }

 private:
  void run_lightness(const Sample* pixel, std::int64_t width, Sample* out) const;
  void run_inks(std::int64_t width, std::span<const std::byte* const> inks, Sample* out) const;

  SuitedInk suited_;
  PixelFormat format_;
  std::shared_ptr<const LightnessTables<Sample>> lightness_;  // for light and dark
};

}  // namespace platerip::separation
