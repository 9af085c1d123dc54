// How backends use the caller's workspace. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace platerip::separation {

/// Rows are processed in pieces of this many pixels, which fit the innermost caches. LittleCMS also limits a pixel
/// count to 32 bits.
inline constexpr std::int64_t piece_pixels = 4096;

/// The first aligned address for samples in `workspace`, which must have alignof(Sample) − 1 spare bytes.
template <typename Sample>
Sample* aligned(std::span<std::byte> workspace) {
  void* memory = workspace.data();
  std::size_t bytes = workspace.size();
  return static_cast<Sample*>(std::align(alignof(Sample), 0, memory, bytes));
}

}  // namespace platerip::separation
