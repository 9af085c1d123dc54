// Cuts blocks of memory into pieces. Private to rip/makers/cuda/. Nothing here throws.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::rip::cuda {

/// The alignment of pieces, as cudaMalloc() has it.
inline constexpr std::int64_t alignment = 256;

inline std::int64_t aligned(std::int64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Cuts a block of memory into pieces. Without a block, it only counts their bytes.
class Cutter {
 public:
  explicit Cutter(std::byte* memory = nullptr) : memory_(memory) {}

  std::byte* take(std::int64_t bytes) {
    std::byte* taken = memory_ == nullptr ? nullptr : memory_ + taken_;
    taken_ += static_cast<std::size_t>(aligned(bytes));
    return taken;
  }
  [[nodiscard]] std::size_t taken() const { return taken_; }

 private:
  std::byte* memory_;
  std::size_t taken_ = 0;
};

}  // namespace platerip::rip::cuda
