// The lightness of a page's pixels, and how far their colours are from another one (made_ink.h). Private to
// separation/.
//
// The functions that make tables may throw std::bad_alloc. Nothing else throws.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "separation/made_ink.h"
#include "separation/pixel_format.h"

namespace platerip::separation {

/// A pixel's own colour, read as sRGB, and its coverage: 0 to max.
struct OwnColor {
  std::array<std::uint32_t, 3> rgb{};
  std::uint32_t coverage = 0;
};

/// `pixel` points to the samples of one pixel. Not for lab.
template <typename Sample>
OwnColor own_color(const PixelFormat& format, const Sample* pixel);

/// The linear light of each sample of sRGB: 0 to 65535.
std::vector<std::uint16_t> linear_light(int bits);

/// MadeFrom::light's L.
template <typename Sample>
class Lightness {
 public:
  Lightness();
  [[nodiscard]] Sample of(const OwnColor& color) const;

 private:
  std::vector<std::uint16_t> linear_;
  std::vector<Sample> of_luminance_;
};

/// Tells pixels with the colour of a KnockOut.
template <typename Sample>
class KnockedOut {
 public:
  explicit KnockedOut(const KnockOut& knock_out);
  [[nodiscard]] bool has(const OwnColor& color) const;

 private:
  struct Place {
    std::int64_t x = 0, y = 0, z = 0;
  };
  [[nodiscard]] Place place_of(const std::array<std::uint32_t, 3>& rgb) const;

  std::vector<std::uint16_t> linear_;
  std::vector<std::int32_t> roots_;  // F
  Place color_;
  std::int64_t most_ = 0;
};

}  // namespace platerip::separation
