// Copies a part of every pixel, such as its colours or one spot ink. Private to separation/.
//
// Functions may throw std::bad_alloc where they make objects, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace platerip::separation::simd {

/// Some neighbouring bytes of every pixel, and how vectors of 16 bytes gather them.
class PixelPart {
 public:
  /// The `bytes` bytes from byte `first` on of pixels of `pixel_bytes` bytes. Precondition: they lie in the pixel.
  PixelPart(int pixel_bytes, int first, int bytes);

  /// Writes these bytes of `count` pixels to `out`, one after the other. Thread-safe.
  void copy(const std::byte* pixels, std::int64_t count, std::byte* out) const;

  /// What one vector of the pixels gives to one vector of the output.
  struct Shuffle {
    std::array<std::uint8_t, 16> places;  ///< of the bytes in the vector; from 128 on: none
    std::uint32_t from = 0;               ///< the vector's first byte, in a group of pixels
    bool is_last = false;                 ///< the output's vector is complete
  };

 private:
  std::int64_t pixel_bytes_;
  std::int64_t first_;
  std::int64_t bytes_;
  std::vector<Shuffle> shuffles_;  // of a group of 16 pixels, in order of output
};

}  // namespace platerip::separation::simd
