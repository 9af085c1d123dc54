// How an error filter quantises, by the levels of its plates. Private to halftone/cuda/.
//
// d is s − error_offset. quantise() appends the level nearest to s to `packed`, and returns the new y.
#pragma once

#include "halftone/cuda/wavefront/stripe.cuh"

namespace platerip::halftone::cuda {

class TwoLevels {
 public:
  static constexpr int bits = 1;
  /// Those of the packed bits that are the opposite of the pixels'.
  static constexpr std::uint32_t opposite = 0xFFFFFFFF;
  struct Table {};

  static __device__ void fill(const Launch&, Table&) {}
  explicit __device__ TwoLevels(const Table&) {}

  // There is ink if d is not negative. Then y = d − 4080, otherwise y = d: in both cases the greater of the two as
  // unsigned numbers. The bit that is packed is the sign of d, which is 1 if there is no ink.
  __device__ int quantise(int d, int& packed) const {
    packed = static_cast<int>(__funnelshift_l(static_cast<unsigned>(d), static_cast<unsigned>(packed), 1));
    return static_cast<int>(max(static_cast<unsigned>(d) - solid, static_cast<unsigned>(d)));
  }
};

/// Levels that are multiples of the first, on plates with so many bits for each pixel.
template <int plate_bits>
class EvenLevels {
 public:
  static constexpr int bits = plate_bits;
  static constexpr std::uint32_t opposite = 0;
  struct Table {
    int step;
    int most;  ///< the number of the last level
  };

  // Every thread of the block calls this.
  static __device__ void fill(const Launch& launch, Table& table) {
    if (threadIdx.x == 0) table = {launch.level[1], launch.levels - 1};
  }
  explicit __device__ EvenLevels(const Table& table)
      : step_(table.step),
        most_(table.most),
        factor_((1 << 24) / step_ + 1),
        rounding_((max_error + step_ / 2) * factor_) {}

  // The level is (d + max_error + step / 2) div step, limited to 0 to the last. The division is a multiplication and a
  // shift, which is exact below 8192 for the steps of three levels and more. With two, only the limit is ever exceeded.
  __device__ int quantise(int d, int& packed) const {
    const int level = min(max((d * factor_ + rounding_) >> 24, 0), most_);
    packed = packed << bits | level;
    return d - level * step_;
  }

 private:
  int step_;
  int most_;  // the number of the last level
  int factor_;
  int rounding_;
};

/// Any levels, on plates with so many bits for each pixel. A table has, for each s, the level in its upper four bits
/// and e less its least value in the others.
template <int plate_bits>
class AnyLevels {
 public:
  static constexpr int bits = plate_bits;
  static constexpr std::uint32_t opposite = 0;
  static constexpr int least_s = min_error;
  static constexpr int most_s = solid + max_error;
  struct Table {
    std::uint16_t of[most_s - least_s + 1];
  };
  static_assert(max_error - min_error < 1 << 12 && max_levels <= 16);

  // Every thread of the block calls this.
  static __device__ void fill(const Launch& launch, Table& table) {
    for (int s = least_s + static_cast<int>(threadIdx.x); s <= most_s; s += block_threads) {
      int level = 0;
      for (int k = 1; k < launch.levels; ++k) level += 2 * s > launch.level[k - 1] + launch.level[k] ? 1 : 0;
      const int error = s - launch.level[level];
      table.of[s - least_s] = static_cast<std::uint16_t>(level << 12 | (error - min_error));
    }
  }
  explicit __device__ AnyLevels(const Table& table) : of_d_(table.of + (error_offset - least_s)) {}

  __device__ int quantise(int d, int& packed) const {
    const int found = of_d_[d];
    packed = packed << bits | found >> 12;
    return (found & 0xFFF) + (min_error - error_offset);
  }

 private:
  const std::uint16_t* of_d_;
};

}  // namespace platerip::halftone::cuda
