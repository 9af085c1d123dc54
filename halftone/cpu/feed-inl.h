// Pixels of the plane to the skewed lanes of the wavefront.
#if defined(PLATERIP_HALFTONE_CPU_FEED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_FEED_INL_H_
#undef PLATERIP_HALFTONE_CPU_FEED_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_FEED_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/wavefront.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// Steps between two looks at the page: a cache line of pixels of each row.
inline constexpr int chunk = 64;

// How far ahead of its use a row is fetched into the cache, in bytes. Without, 8192×8192 pixels took 15 % longer.
inline constexpr int prefetch_bytes = 192;

// What the lanes get of each pixel, in 16 bits: 16·A, or 65286 − 16·A (see the two-level chain).
enum class Amount { ink, rest };

// 16·A of 16-bit samples, where A = (a·4080 + 32767) div 65535: with a·4080 = high·65536 + low that is high, and one
// more where high + low > 32767.
template <class D>
HWY_INLINE hn::Vec<D> ink_of_16_bits(D d, hn::Vec<D> a) {
  const auto factor = hn::Set(d, solid);
  const auto high = hn::MulHigh(a, factor);
  const auto low = hn::Mul(a, factor);
  return hn::ShiftLeft<4>(hn::Add(high, hn::ShiftRight<15>(hn::SaturatedAdd(high, low))));
}

// Feeds a band to the lanes D, of 16 bits each. Lane i gets at step t the column t − skew·(row of lane i).
template <class D>
class Feed {
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  Feed(const Band& band, int skew, Amount amount)
      : width_(band.width), lag_(skew * (band.rows - 1)), fill_(choose_fill(band.bits, amount)) {
    for (int lane = 0; lane < lanes; ++lane) {
      const int row = std::max(band.rows - 1 - lane, 0);  // lanes without a row go along with the first one
      row_start_[lane] = band.plane.samples + row * band.plane.stride;
      row_lag_[lane] = skew * row;
    }
  }

  // Whether every column that the lanes meet in the chunk at step t is in the page.
  [[nodiscard]] bool is_inside(std::int64_t t) const { return t >= lag_ && t + chunk <= width_; }

  // The chunk at step t: a vector a step. Columns beyond the page are paper.
  void fill(std::int64_t t, std::uint16_t* amounts) const { (this->*fill_)(t, amounts); }

 private:
  using Fill = void (Feed::*)(std::int64_t, std::uint16_t*) const;

  static Fill choose_fill(int bits, Amount amount) {
    if (bits == 8) {
      return amount == Amount::ink ? &Feed::fill_from<std::uint8_t, Amount::ink>
                                   : &Feed::fill_from<std::uint8_t, Amount::rest>;
    }
    return amount == Amount::ink ? &Feed::fill_from<std::uint16_t, Amount::ink>
                                 : &Feed::fill_from<std::uint16_t, Amount::rest>;
  }

  template <typename Sample, Amount amount>
  void fill_from(std::int64_t t, std::uint16_t* amounts) const {
    const Sample* from[lanes];
    if (is_inside(t)) {
      for (int lane = 0; lane < lanes; ++lane) {
        from[lane] = reinterpret_cast<const Sample*>(row_start_[lane]) + (t - row_lag_[lane]);
        hwy::Prefetch(reinterpret_cast<const std::byte*>(from[lane]) + prefetch_bytes);
      }
      return to_lanes<amount>(from, amounts);
    }
    Sample columns[lanes][chunk] = {};
    for (int lane = 0; lane < lanes; ++lane) {
      copy_columns_inside(lane, t, columns[lane]);
      from[lane] = columns[lane];
    }
    to_lanes<amount>(from, amounts);
  }

  template <typename Sample>
  void copy_columns_inside(int lane, std::int64_t t, Sample* columns) const {
    const auto* row = reinterpret_cast<const Sample*>(row_start_[lane]);
    const std::int64_t x = t - row_lag_[lane];
    const std::int64_t first = std::max<std::int64_t>(x, 0);
    const std::int64_t end = std::min(x + chunk, width_);
    if (first < end) std::copy(row + first, row + end, columns + (first - x));
  }

  template <Amount amount>
  static HWY_INLINE void to_lanes(const std::uint8_t* const* from, std::uint16_t* amounts) {
    for (int column = 0; column < chunk; column += 16) bytes_to_lanes<amount>(from, column, amounts + lanes * column);
  }

  template <Amount amount>
  static HWY_INLINE void to_lanes(const std::uint16_t* const* from, std::uint16_t* amounts) {
    for (int column = 0; column < chunk; column += 8) words_to_lanes<amount>(from, column, amounts + lanes * column);
  }

  // 16 columns, an 8×16 transposition in each 128-bit block that leaves two columns in a vector.
  template <Amount amount>
  static HWY_INLINE void bytes_to_lanes(const std::uint8_t* const* from, int column, std::uint16_t* amounts) {
    const D d;
    const hn::Repartition<std::uint8_t, D> d8;
    const hn::Repartition<std::uint32_t, D> d32;
    hn::Vec<decltype(d8)> rows[8];
    for (int i = 0; i < 8; ++i)
      rows[i] = load_blocks(d8, [&](int block) { return from[8 * block + i] + column; });
    hn::Vec<D> twos[8];
    for (int i = 0; i < 4; ++i) {
      twos[2 * i] = hn::BitCast(d, hn::InterleaveLower(d8, rows[2 * i], rows[2 * i + 1]));
      twos[2 * i + 1] = hn::BitCast(d, hn::InterleaveUpper(d8, rows[2 * i], rows[2 * i + 1]));
    }
    hn::Vec<decltype(d32)> fours[8];
    for (int i = 0; i < 8; i += 4) {
      for (int half = 0; half < 2; ++half) {
        const auto a = twos[i + half], b = twos[i + half + 2];
        fours[i + 2 * half] = hn::BitCast(d32, hn::InterleaveLower(d, a, b));
        fours[i + 2 * half + 1] = hn::BitCast(d32, hn::InterleaveUpper(d, a, b));
      }
    }
    for (int i = 0; i < 4; ++i) {
      store_two<amount>(hn::InterleaveLower(d32, fours[i], fours[i + 4]), amounts + lanes * 4 * i);
      store_two<amount>(hn::InterleaveUpper(d32, fours[i], fours[i + 4]), amounts + lanes * (4 * i + 2));
    }
  }

  // Two columns of bytes to two vectors of amounts: 256·a, or 256·(255 − a) + 6 = 65286 − 256·a.
  template <Amount amount, class V>
  static HWY_INLINE void store_two(V two_columns, std::uint16_t* amounts) {
    const D d;
    const hn::Repartition<std::uint8_t, D> d8;
    auto high = hn::BitCast(d8, two_columns);
    auto low = hn::Zero(d8);
    if constexpr (amount == Amount::rest) {
      high = hn::Not(high);
      low = hn::Set(d8, 6);
    }
    hn::Store(hn::BitCast(d, hn::InterleaveLower(d8, low, high)), d, amounts);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(d8, low, high)), d, amounts + lanes);
  }

  // 8 columns.
  template <Amount amount>
  static HWY_INLINE void words_to_lanes(const std::uint16_t* const* from, int column, std::uint16_t* amounts) {
    const D d;
    hn::Vec<D> rows[8];
    for (int i = 0; i < 8; ++i) rows[i] = load_blocks(d, [&](int block) { return from[8 * block + i] + column; });
    transpose_blocks(d, rows);
    for (int i = 0; i < 8; ++i) {
      const auto ink = ink_of_16_bits(d, rows[i]);
      hn::Store(amount == Amount::ink ? ink : hn::Sub(hn::Set(d, 65286), ink), d, amounts + lanes * i);
    }
  }

  std::int64_t width_;
  std::int64_t lag_;  // of the last row behind the first
  Fill fill_;
  const std::byte* row_start_[lanes];
  std::int64_t row_lag_[lanes];
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
