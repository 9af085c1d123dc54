// Amounts of adjacent pixels in words of 32 bits, and vector instructions for them. Private to separation/edges/.
#pragma once

#include <cstdint>

namespace platerip::separation::cuda {

/// The two amounts of each pixel (crisp.h).
struct WordAmounts {
  std::uint32_t least = 0, most = 0;
};

/// Functions of words of samples, sample by sample. The first sample is in the lowest bits.
template <typename Sample>
struct Words;

template <>
struct Words<std::uint8_t> {
  using Word = std::uint32_t;
  static constexpr int pixels = 4;

  static __device__ Word at(int pixel, std::uint8_t sample) { return Word{sample} << 8 * pixel; }
  static __device__ Word all(std::uint8_t sample) { return 0x01010101U * sample; }
  static __device__ Word min(Word a, Word b) { return __vminu4(a, b); }
  static __device__ Word max(Word a, Word b) { return __vmaxu4(a, b); }
  static __device__ Word minus(Word a, Word b) { return __vsub4(a, b); }
  /// All bits of a sample are set, or none.
  static __device__ Word are_at_least(Word a, Word b) { return __vcmpgeu4(a, b); }

  /// `word` by one sample; the one that comes in is of the word before, or after.
  static __device__ Word shifted_right(Word before, Word word) { return __byte_perm(before, word, 0x6543); }
  static __device__ Word shifted_left(Word word, Word after) { return __byte_perm(word, after, 0x4321); }

  /// The amounts of four pixels, which are in three words: rgbr gbrg brgb.
  static __device__ WordAmounts amounts_of_rgb(Word a, Word b, Word c) {
    const Word red = __byte_perm(__byte_perm(a, b, 0x0630), c, 0x5210);
    const Word green = __byte_perm(__byte_perm(a, b, 0x0741), c, 0x6210);
    const Word blue = __byte_perm(__byte_perm(a, b, 0x0052), c, 0x7410);
    return {~max(red, max(green, blue)), ~min(red, min(green, blue))};
  }
  /// Four pixels of cmyk.
  static __device__ WordAmounts amounts_of_cmyk(Word a, Word b, Word c, Word d) {
    const Word black = __byte_perm(__byte_perm(a, b, 0x0073), __byte_perm(c, d, 0x0073), 0x5410);
    return {black, black};
  }
  /// is_tone() of each pixel.
  static __device__ Word tones(const WordAmounts& amounts) {
    return are_at_least(amounts.most, all(1)) & ~are_at_least(amounts.least, all(0xFF));
  }
};

template <>
struct Words<std::uint16_t> {
  using Word = std::uint32_t;
  static constexpr int pixels = 2;

  static __device__ Word at(int pixel, std::uint16_t sample) { return Word{sample} << 16 * pixel; }
  static __device__ Word all(std::uint16_t sample) { return 0x00010001U * sample; }
  static __device__ Word min(Word a, Word b) { return __vminu2(a, b); }
  static __device__ Word max(Word a, Word b) { return __vmaxu2(a, b); }
  static __device__ Word minus(Word a, Word b) { return __vsub2(a, b); }
  static __device__ Word are_at_least(Word a, Word b) { return __vcmpgeu2(a, b); }

  static __device__ Word shifted_right(Word before, Word word) { return __byte_perm(before, word, 0x5432); }
  static __device__ Word shifted_left(Word word, Word after) { return __byte_perm(word, after, 0x5432); }

  /// Two pixels: rg br gb.
  static __device__ WordAmounts amounts_of_rgb(Word a, Word b, Word c) {
    const Word red = __byte_perm(a, b, 0x7610), green = __byte_perm(a, c, 0x5432), blue = __byte_perm(b, c, 0x7610);
    return {~max(red, max(green, blue)), ~min(red, min(green, blue))};
  }
  /// Two pixels: cm yk cm yk.
  static __device__ WordAmounts amounts_of_cmyk(Word /*a*/, Word b, Word /*c*/, Word d) {
    const Word black = __byte_perm(b, d, 0x7632);
    return {black, black};
  }
  static __device__ Word tones(const WordAmounts& amounts) {
    return are_at_least(amounts.most, all(1)) & ~are_at_least(amounts.least, all(0xFFFF));
  }
};

}  // namespace platerip::separation::cuda
