// Deshpande, Misra, Narayanan: knight's order. It stores the pixels of an iteration, which are a knight's move apart,
// next to each other.
#pragma once

#include <vector>

#include "tests/bench/literature/device_session.h"

namespace platerip::literature {

/// How the pixels of a page of `width`×`height` are stored; takes a page of bytes to this order and back.
class KnightOrder {
 public:
  static constexpr int delay = 2;  ///< iterations by which a row begins after the row above

  KnightOrder(int width, int height);
  void there(const std::uint8_t* page, std::uint8_t* knight, cudaStream_t stream) const;
  void back(const std::uint8_t* knight, std::uint8_t* page, cudaStream_t stream) const;

  [[nodiscard]] int iterations() const { return static_cast<int>(bases_.size()); }
  /// Where the pixel of row 0 of iteration t is stored, or would be. The pixel of row r is r places further on. 0 for t
  /// < 0.
  [[nodiscard]] int base(int t) const { return t >= 0 ? bases_[static_cast<std::size_t>(t)] : 0; }

 private:
  void reorder(const std::uint8_t* from, std::uint8_t* to, bool back, cudaStream_t stream) const;

  int width_;
  int height_;
  std::vector<int> bases_;
  Buffer<int> on_device_;
};

}  // namespace platerip::literature
