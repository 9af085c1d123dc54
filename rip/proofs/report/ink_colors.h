// The colours of plates on a monitor.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "separation/quick_proof.h"

namespace platerip::rip {

/// 8-bit sRGB.
using Rgb = std::array<std::uint8_t, 3>;

/// The colour of a solid ink that no profile describes and nobody has given: that of FOGRA39 for cyan, magenta, yellow
/// and black, and a neutral gray for others, such as gold, white or varnish. Thread-safe.
Rgb assumed_color(const std::string& ink);

/// How an ink lies on what is below it.
enum class Layer {
  clear,  ///< it takes as much of the light as its colour does
  under,  ///< it covers the paper, below all inks that are not `under`
  over,   ///< it covers all inks before it
};

/// An ink that has a plate, as it is shown.
struct ShownInk {
  std::size_t ink = 0;  ///< the channel of the press; numbers past the press's channels are spot inks and made plates
  Rgb solid = {};       ///< its colour, unless the press profile shows it
  Layer layer = Layer::clear;
};

constexpr Rgb white_paper = {255, 255, 255};

/// Shows tones of plates as sRGB. Inks of the press look as its profile says; without a profile that can show inks,
/// they look like spot inks, which are clear. Several threads may call run().
class InkColors {
 public:
  /// `press`: the profile of the inks that are neither spot inks nor made plates, if there is one. `plates`: the ink of
  /// each plate. `cache`, `tables`: separation::Settings::cache and shared.
  InkColors(const std::optional<profiles::Profile>& press, std::vector<ShownInk> plates, const Rgb& paper = white_paper,
            const std::optional<std::string>& cache = {}, std::shared_ptr<separation::SharedTables> tables = nullptr);

  /// Converts `pixels` pixels to sRGB. `tones`: [plate][pixel], 0 for paper to 65535 for solid. `rgb`: 3 bytes a pixel.
  void run(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const;

  /// The colour of solid ink of one plate on the paper.
  [[nodiscard]] Rgb solid(std::size_t plate) const;

  /// Whether a plate's ink has its colour from the profile.
  [[nodiscard]] bool knows(std::size_t plate) const { return proof_ && plates_[plate].ink < channels_; }

 private:
  void lay_press_inks(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const;

  void interleave(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint16_t> inks) const;

  std::optional<separation::QuickProof> proof_;
  std::size_t channels_ = 0;
  std::vector<ShownInk> plates_;
  Rgb paper_;
};

}  // namespace platerip::rip
