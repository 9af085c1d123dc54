// Pixels of the skewed lanes to the rows of the plate.
#if defined(PLATERIP_HALFTONE_CPU_WORDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_WORDS_INL_H_
#undef PLATERIP_HALFTONE_CPU_WORDS_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_WORDS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/wavefront.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// Takes words of 16 bits from every lane of D, shifts them to where they begin in their rows, gathers a cache line of
// each row and writes it: single words scattered over the rows cost a quarter of the whole time.
template <class D>
class Words {
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int line = 32;  // words
  using Wide = HWY_CAPPED(std::uint16_t, 32);

 public:
  // A word holds word_pixels pixels; a row begins `skew` pixels after the row above.
  Words(const Band& band, int skew, int word_pixels) : band_(band) {
    row_bytes_ = plate_row_bytes(band.width, band.levels);
    HWY_ALIGN std::uint16_t shift[lanes];
    for (int lane = 0; lane < lanes; ++lane) {
      const int lag = skew * std::max(band.rows - 1 - lane, 0);
      lag_words_[lane] = lag / word_pixels + 1;
      shift[lane] = static_cast<std::uint16_t>(1 << (lag % word_pixels * (16 / word_pixels)));
    }
    shift_ = hn::Load(D(), shift);
    last_ = hn::Zero(D());
    std::memset(words_, 0, sizeof words_);
  }

  // What each lane made in the next word_pixels steps.
  HWY_INLINE void push(hn::Vec<D> word) {
    const auto begun_before = hn::Mul(last_, shift_);
    hn::Store(hn::Or(begun_before, hn::MulHigh(word, shift_)), D(), words_ + lanes * (count_ % line));
    last_ = word;
    if (++count_ % line == 0) write_lines();
  }

  // Writes what is left. Precondition: every row's last word has been pushed, and one more.
  void finish() {
    if (count_ % line == 0) return;
    count_ += line - count_ % line;  // the words beyond the rows' ends are not written
    write_lines();
  }

 private:
  void write_lines() {
    const Wide d;
    constexpr int blocks = static_cast<int>(hn::MaxLanes(d)) / 8;
    alignas(64) std::uint16_t lines[8][line];
    for (int lane = 0; lane < lanes && lane < band_.rows; lane += 8) {
      for (int word = 0; word < line; word += 8 * blocks) {
        hn::Vec<Wide> v[8];
        for (int i = 0; i < 8; ++i)
          v[i] = load_blocks(d, [&](int block) { return words_ + lanes * (word + 8 * block + i) + lane; });
        transpose_blocks(d, v);
        for (int i = 0; i < 8; ++i) hn::Store(big_endian(d, v[i]), d, lines[i] + word);
      }
      for (int i = 0; i < 8 && lane + i < band_.rows; ++i) write_line(lane + i, lines[i]);
    }
  }

  static HWY_INLINE hn::Vec<Wide> big_endian(Wide d, hn::Vec<Wide> v) {
    return hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
  }

  HWY_INLINE void write_line(int lane, const std::uint16_t* words) const {
    std::byte* row = band_.plate.pixels + (band_.rows - 1 - lane) * band_.plate.stride;
    constexpr std::int64_t bytes = sizeof *words * line;
    const std::int64_t first = sizeof *words * (count_ - line - lag_words_[lane]);
    if (first >= 0 && first + bytes <= row_bytes_) {
      std::memcpy(row + first, words, bytes);
      return;
    }
    const std::int64_t begin = std::max<std::int64_t>(first, 0);
    const std::int64_t end = std::min(first + bytes, row_bytes_);
    if (begin < end) std::memcpy(row + begin, reinterpret_cast<const std::byte*>(words) + (begin - first), end - begin);
  }

  const Band& band_;
  std::int64_t row_bytes_;
  std::int64_t count_ = 0;
  std::int64_t lag_words_[lanes];  // by which a row's first word leaves after the first push
  hn::Vec<D> shift_;               // 2^(bits by which its words begin in the middle of pushed ones)
  hn::Vec<D> last_;
  alignas(64) std::uint16_t words_[line * lanes];
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
