// Converts ink amounts back to colour, to show on a monitor how a press would print them.
//
// Proof::run() does not throw. Other functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "profiles/profile.h"

namespace platerip::separation {

/// Converts ink amounts to sRGB, relative colorimetric with black point compensation, so that paper is white. Several
/// threads may call run() at once.
class Proof {
 public:
  /// Makes the conversion for a press. Errors: its profile has no usable table from inks to colour (A2B).
  static Result<Proof> make(const profiles::Profile& press);

  Proof(Proof&&) noexcept;
  Proof& operator=(Proof&&) noexcept;
  ~Proof();

  /// Converts pixels. `inks`: interleaved amounts of the press's channels, 0 for paper to 65535 for solid. `rgb`:
  /// interleaved 8-bit sRGB, 3 bytes per pixel. Precondition: inks.size() / channels == rgb.size() / 3, which is less
  /// than 2^32.
  void run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const;

 private:
  struct Impl;
  explicit Proof(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The 16-bit sRGB of pixels, without LittleCMS' interpolation between nodes, from which it interpolates. Parameters as
/// of run(). Empty if LittleCMS refuses. Thread-safe.
std::vector<std::uint16_t> exact_proof(const profiles::Profile& press, std::span<const std::uint16_t> inks);

}  // namespace platerip::separation
