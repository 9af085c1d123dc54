// The density of dots around each pixel of a tile, and where it is least. Private to halftone/screens/.
#pragma once

#include <cstdint>
#include <vector>

namespace platerip::halftone {

/// A pixel of a tile: row · width + column.
using Place = std::int32_t;

/// The weight that a dot has for the pixels around it: (2 · radius + 1)² numbers, row by row.
struct Kernel {
  int radius;
  std::vector<std::int32_t> weights;
};

/// A Gaussian of 2^20 in the middle. Precondition: sigma is between 0.5 and 8.
Kernel gaussian(double sigma);

/// The difference of two kernels, `wide` − `narrow`. Precondition: `narrow` has the smaller radius.
Kernel ring(Kernel wide, const Kernel& narrow);

/// The density of the dots on a repeating tile, weighted with a kernel. All sums are integers, so they are the same on
/// every machine. Where densities are equal, a little noise decides.
class Field {
 public:
  Field(int width, int height, Kernel kernel, std::uint32_t seed);

  [[nodiscard]] int size() const { return width_ * height_; }

  /// The density at a pixel. Compare it only between candidates, or between pixels that are no candidates.
  [[nodiscard]] std::int32_t density(Place place) const { return density_[static_cast<std::size_t>(place)]; }

  /// Adds a dot, or removes it.
  void put(Place dot) { add(dot, 1); }
  void take(Place dot) { add(dot, -1); }

  /// Whether a pixel is a candidate for least_dense(). At first none is.
  void set_candidate(Place place, bool is_candidate);

  /// The candidate with the least density; −1 if there is none.
  Place least_dense();

 private:
  static constexpr int block = 8;  // side of the blocks of pixels whose least density is cached

  void add(Place dot, int sign);
  void forget(std::size_t block_index);
  template <typename Use>
  void for_each_row(std::size_t block_index, Use use) const;
  [[nodiscard]] std::int32_t least_in(std::size_t block_index) const;
  [[nodiscard]] std::size_t block_of(int x, int y) const {
    return static_cast<std::size_t>(y / block) * static_cast<std::size_t>(blocks_across_) +
           static_cast<std::size_t>(x / block);
  }

  int width_;
  int height_;
  int blocks_across_;
  Kernel kernel_;
  std::vector<int> columns_;  // of x − radius, for x from 0 to width + 2 · radius
  std::vector<int> rows_;
  std::vector<std::int32_t> density_;   // much greater where a pixel is no candidate
  std::vector<std::int32_t> least_;     // density of each block's candidates
  std::vector<std::size_t> forgotten_;  // blocks whose least density must be found again
};

/// Noise that depends on nothing but its arguments.
constexpr std::uint32_t noise(std::uint32_t value, std::uint32_t seed) {
  std::uint32_t bits = value * 0x9E3779B1u ^ seed * 0x85EBCA77u;
  bits = (bits ^ bits >> 15) * 0x2C1B3C6Du;
  bits = (bits ^ bits >> 12) * 0x297A2D39u;
  return bits ^ bits >> 15;
}

}  // namespace platerip::halftone
