// Cuts blocks of memory into pieces.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip {

/// Cuts a block of memory into pieces. Without a block, it only counts their bytes. Does not throw.
class Cutter {
 public:
  /// The alignment of pieces if the block has it, too: that of cudaMalloc().
  static constexpr std::int64_t alignment = 256;

  /// The bytes that a piece takes.
  template <typename Bytes>
  static constexpr Bytes aligned(Bytes bytes) {
    constexpr auto unit = static_cast<Bytes>(alignment);
    return (bytes + unit - 1) / unit * unit;
  }

  explicit Cutter(std::byte* memory = nullptr) : memory_(memory) {}

  /// The next piece: memory for so many elements. Without a block, null.
  template <typename Element = std::byte>
  Element* take(std::int64_t count) {
    std::byte* const piece = memory_ == nullptr ? nullptr : memory_ + taken_;
    taken_ += aligned(static_cast<std::size_t>(count) * sizeof(Element));
    return reinterpret_cast<Element*>(piece);
  }
  /// The bytes of all pieces.
  [[nodiscard]] std::size_t taken() const { return taken_; }

 private:
  std::byte* memory_;
  std::size_t taken_ = 0;
};

}  // namespace platerip
