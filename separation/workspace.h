// What the backends keep in the workspace that a caller gives them. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace platerip::separation {

/// Rows are done in pieces of this many pixels: small enough for the innermost caches, and LittleCMS' count of pixels
/// has only 32 bits.
inline constexpr std::int64_t piece_pixels = 4096;

/// The first place for samples in `workspace`, which has alignof(Sample) − 1 bytes more than they need.
template <typename Sample>
Sample* aligned(std::span<std::byte> workspace) {
  void* memory = workspace.data();
  std::size_t bytes = workspace.size();
  return static_cast<Sample*>(std::align(alignof(Sample), 0, memory, bytes));
}

}  // namespace platerip::separation
