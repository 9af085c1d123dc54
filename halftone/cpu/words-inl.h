// Moves pixels from the skewed lanes to the rows of the plate.
#if defined(PLATERIP_HALFTONE_CPU_WORDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_WORDS_INL_H_
#undef PLATERIP_HALFTONE_CPU_WORDS_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_WORDS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "halftone/cpu/band.h"
#include "halftone/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// Takes a 16-bit word of pixels at a time from every row of a band. Shifts the words to their places in the rows,
// gathers a cache line for each row, and writes the line. Writing each word at once, to a different row each time,
// would take a quarter of the whole time.
template <int rows>
class Words {
  using D = Lanes16;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int line = 32;  // words
  using Wide = HWY_CAPPED(std::uint16_t, 32);

 public:
  // A word holds word_pixels pixels. A row begins `skew` pixels after the row above.
  Words(const Band& band, int skew, int word_pixels) : band_(band) {
    row_bytes_ = plate_row_bytes(band.width, band.levels);
    for (int i = 0; i < rows; ++i) {
      const int lag = skew * std::max(row_of_lane(i, rows, band.rows), 0);
      lag_words_[i] = lag / word_pixels + 1;
      shift_[i] = static_cast<std::uint16_t>(1 << (lag % word_pixels * (16 / word_pixels)));
    }
    std::memset(last_, 0, sizeof last_);
    std::memset(words_, 0, sizeof words_);
  }

  // Takes the words that the lanes of a vector made in the last word_pixels steps. Lane 0 of the vector is lane `first`
  // of the band. After all lanes have pushed, call next().
  HWY_INLINE void push(int first, hn::Vec<D> word) {
    const D d;
    const auto shift = hn::Load(d, shift_ + first);
    const auto begun_before = hn::Mul(hn::Load(d, last_ + first), shift);
    hn::Store(hn::Or(begun_before, hn::MulHigh(word, shift)), d, words_ + rows * (count_ % line) + first);
    hn::Store(word, d, last_ + first);
  }

  HWY_INLINE void next() {
    if (++count_ % line == 0) write_lines();
  }

  // Writes the rest. Precondition: every row has pushed its last word, and one more.
  void finish() {
    if (count_ % line == 0) return;
    count_ += line - count_ % line;  // write_line() leaves out what is beyond the ends of the rows
    write_lines();
  }

 private:
  void write_lines() {
    const Wide d;
    constexpr int blocks = static_cast<int>(hn::MaxLanes(d)) / 8;
    alignas(64) std::uint16_t lines[8][line];
    for (int i = 0; i < rows; i += 8) {
      if (row_of_lane(i, rows, band_.rows) < 0) continue;
      for (int word = 0; word < line; word += 8 * blocks) {
        hn::Vec<Wide> v[8];
        for (int k = 0; k < 8; ++k)
          v[k] = load_blocks(d, [&](int block) { return words_ + rows * (word + 8 * block + k) + i; });
        transpose_blocks(d, v);
        for (int k = 0; k < 8; ++k) hn::Store(big_endian(v[k]), d, lines[k] + word);
      }
      for (int k = 0; k < 8; ++k) {
        if (row_of_lane(i + k, rows, band_.rows) >= 0) write_line(i + k, lines[k]);
      }
    }
  }

  static HWY_INLINE hn::Vec<Wide> big_endian(hn::Vec<Wide> v) {
    return hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
  }

  HWY_INLINE void write_line(int i, const std::uint16_t* words) const {
    std::byte* row = band_.plate.pixels + row_of_lane(i, rows, band_.rows) * band_.plate.stride;
    constexpr std::int64_t bytes = sizeof *words * line;
    const std::int64_t first = sizeof *words * (count_ - line - lag_words_[i]);
    if (first >= 0 && first + bytes <= row_bytes_) {
      std::memcpy(row + first, words, bytes);
      __builtin_prefetch(row + first + 2 * bytes - 1, 1);  // the end of this row's next line: saves 7 % of the time
      return;
    }
    const std::int64_t begin = std::max<std::int64_t>(first, 0);
    const std::int64_t end = std::min(first + bytes, row_bytes_);
    if (begin < end) std::memcpy(row + begin, reinterpret_cast<const std::byte*>(words) + (begin - first), end - begin);
  }

  const Band& band_;
  std::int64_t row_bytes_;
  std::int64_t count_ = 0;
  std::int64_t lag_words_[rows];           // pushes before the one that completes the row's first word
  alignas(64) std::uint16_t shift_[rows];  // 2^n if the row's words begin n bits into the pushed words
  alignas(64) std::uint16_t last_[rows];
  alignas(64) std::uint16_t words_[line * rows];
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
