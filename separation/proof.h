// Ink amounts back to colour: how a press would print them, shown on a monitor.
//
// Proof::make() throws std::bad_alloc where memory runs out; nothing else throws.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/status.h"
#include "profiles/profile.h"

namespace platerip::separation {

/// Shows ink amounts in sRGB, relative colorimetric with black point compensation, so that paper is white. run() may be
/// called from several threads.
class Proof {
 public:
  /// Errors: the press profile has no usable table from inks to colour (A2B).
  static Result<Proof> make(const profiles::Profile& press);

  Proof(Proof&&) noexcept;
  Proof& operator=(Proof&&) noexcept;
  ~Proof();

  /// `inks`: interleaved amounts of the press's channels, 0 paper to 65535 solid; `rgb`: interleaved 8-bit sRGB, 3
  /// bytes per pixel. Precondition: inks.size() / channels == rgb.size() / 3.
  void run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const;

 private:
  struct Impl;
  explicit Proof(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::separation
