// The colours of plates on a monitor.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profiles/profile.h"
#include "separation/proof.h"

namespace platerip::rip {

/// Shows tones of plates as sRGB. Inks of the press look as its profile says. The colours of spot inks are not known,
/// so they are left out. Without a profile that can show inks, all inks are grays, laid over each other. Several
/// threads may call run().
class InkColors {
 public:
  /// `press`: the profile of the inks that are no spot inks, if there is one. `plate_inks`: the press channel of each
  /// plate; numbers past the press's channels are spot inks.
  InkColors(const std::optional<profiles::Profile>& press, std::vector<std::size_t> plate_inks);

  /// Converts `pixels` pixels to sRGB. `tones`: [plate][pixel], 0 for paper to 65535 for solid. `rgb`: 3 bytes a pixel.
  void run(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const;

  /// The colour of solid ink of one plate, 3 bytes of sRGB; gray if it is not known.
  [[nodiscard]] std::vector<std::uint8_t> solid(std::size_t plate) const;

  /// Whether a plate's ink has its colour from the profile.
  [[nodiscard]] bool knows(std::size_t plate) const { return proof_ && plate_inks_[plate] < channels_; }

 private:
  void run_grays(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const;

  std::optional<separation::Proof> proof_;
  std::size_t channels_ = 0;
  std::vector<std::size_t> plate_inks_;
};

}  // namespace platerip::rip
