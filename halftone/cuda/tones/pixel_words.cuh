// Writes the pixels of a stripe's row, 32 bits at a time.
#pragma once

#include "halftone/cuda/wavefront/stripe.cuh"

namespace platerip::halftone::cuda {

/// Which part of a block may be outside the page: none; columns to the left; columns to the right; both; any, also
/// rows.
enum class Edge { none, left, right, both, any };

constexpr bool may_begin(Edge edge) {
  return edge == Edge::left || edge == Edge::both;
}
constexpr bool may_end(Edge edge) {
  return edge == Edge::right || edge == Edge::both;
}

/// The pixels of one lane's row, of `bits` bits each. Because of its skew, a lane's 32 bits of pixels begin in the
/// middle of a word of the plate. If the page ends inside a word, the bits past its width are 0 if there is paper.
template <int bits, int skew>
class PixelWords {
 public:
  __device__ PixelWords(const Stripe& stripe, int lane)
      : row_(stripe.pixels + lane * stripe.pixels_row),
        row_bits_(stripe.width * bits),
        skewed_(skew * (lane + 1) * bits),
        exists_(lane < stripe.rows),
        words_before_(skewed_ / 32 + 1),
        whole_words_(static_cast<int>(row_bits_ / 32)),
        aligned_(((reinterpret_cast<std::uintptr_t>(stripe.pixels) | stripe.pixels_row) & 3) == 0),
        at_(row_ + first_byte(stripe.begin)) {}

  /// Whether every row of pixels begins at a word.
  [[nodiscard]] __device__ bool aligned() const { return aligned_; }

  /// Writes the word that the i-th 32 bits of a block complete, after the 32 bits before.
  template <Edge edge>
  __device__ void put(int block, int i, std::uint32_t before, std::uint32_t pixels) const {
    const std::uint32_t made = __funnelshift_l(pixels, before, skewed_ % 32);
    if constexpr (edge == Edge::any) {
      store_bytes(first_byte(block) + 4 * i, made);
    } else if constexpr (may_begin(edge) || may_end(edge)) {
      const int word = block * bits + i - words_before_;
      const bool begun = !may_begin(edge) || word >= 0;
      if (begun && (!may_end(edge) || word < whole_words_)) {
        __stwb(reinterpret_cast<std::uint32_t*>(at_ + 4 * i), in_memory(made));
      } else if (begun) {
        store_bytes(first_byte(block) + 4 * i, made);
      }
    } else {
      __stwb(reinterpret_cast<std::uint32_t*>(at_ + 4 * i), in_memory(made));
    }
  }

  /// Call this after each block.
  __device__ void next_block() {
    at_ += 4 * bits;
    // Stops the compiler from computing this from the block's number at each use.
    asm("" : "+l"(at_));
  }

 private:
  // Where in the plate's row, in bytes, the word begins that a block's first 32 bits of pixels complete.
  __device__ std::int64_t first_byte(int block) const { return 4 * (std::int64_t{block} * bits - skewed_ / 32 - 1); }

  // Reverses the bytes: the first pixel of a word must be in the uppermost bits of its first byte.
  static __device__ std::uint32_t in_memory(std::uint32_t word) { return __byte_perm(word, 0, 0x0123); }

  // Stores those bytes of a word that are inside the row. Bits past the page's width become 0, whatever the levels.
  __device__ void store_bytes(std::int64_t byte, std::uint32_t word) const {
    const std::int64_t row_bytes = (row_bits_ + 7) / 8;
    if (!exists_ || byte < 0) return;
    const auto inside = static_cast<unsigned>(clamp(row_bits_ - 8 * byte, 0, 32));
    const std::uint32_t pixels = in_memory(word & ~__funnelshift_rc(0xFFFFFFFF, 0, inside));
    if (aligned_ && byte + 4 <= row_bytes) {
      *reinterpret_cast<std::uint32_t*>(row_ + byte) = pixels;
      return;
    }
#pragma unroll 1
    for (int i = 0; i < 4 && byte + i < row_bytes; ++i) row_[byte + i] = static_cast<std::byte>(pixels >> (8 * i));
  }

  std::byte* row_;
  std::int64_t row_bits_;
  int skewed_;        // bits by which this lane's pixels lag behind those of a lane without skew
  bool exists_;       // the stripe has this row
  int words_before_;  // words by which a block's pixels lag behind those of a lane without skew
  int whole_words_;   // of a row
  bool aligned_;      // every row of pixels begins at a word
  std::byte* at_;
};

}  // namespace platerip::halftone::cuda
