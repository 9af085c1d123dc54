// The colours of plates on a monitor.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "separation/proof.h"

namespace platerip::rip {

/// 8-bit sRGB.
using Rgb = std::array<std::uint8_t, 3>;

/// The colour of a solid ink that no profile describes and nobody has given: that of FOGRA39 for cyan, magenta, yellow
/// and black, and a neutral gray for others, such as gold, white or varnish. Thread-safe.
Rgb assumed_color(const std::string& ink);

/// An ink that has a plate, as it is shown.
struct ShownInk {
  std::size_t ink = 0;  ///< the channel of the press; numbers past the press's channels are spot inks
  Rgb solid = {};       ///< its colour, unless the press profile shows it
};

/// Shows tones of plates as sRGB. Inks of the press look as its profile says. Others are laid over them: where there is
/// ink, each takes as much of the light as its colour does. Without a profile that can show inks, all inks do so.
/// Several threads may call run().
class InkColors {
 public:
  /// `press`: the profile of the inks that are no spot inks, if there is one. `plates`: the ink of each plate.
  InkColors(const std::optional<profiles::Profile>& press, std::vector<ShownInk> plates);

  /// Converts `pixels` pixels to sRGB. `tones`: [plate][pixel], 0 for paper to 65535 for solid. `rgb`: 3 bytes a pixel.
  void run(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const;

  /// The colour of solid ink of one plate.
  [[nodiscard]] Rgb solid(std::size_t plate) const;

  /// Whether a plate's ink has its colour from the profile.
  [[nodiscard]] bool knows(std::size_t plate) const { return proof_ && plates_[plate].ink < channels_; }

 private:
  std::optional<separation::Proof> proof_;
  std::size_t channels_ = 0;
  std::vector<ShownInk> plates_;
};

}  // namespace platerip::rip
