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

// Steps that are fed and run in one go: what a 128-bit load has of 8-bit pixels.
inline constexpr int block_steps = 16;

// How far ahead of its use a row is fetched into the cache, in bytes. From 128 to 2048 made no difference of more than 6 %.
inline constexpr int prefetch_bytes = 192;

// Fetches the rows of another band into the cache, a few lines at a time and one row after the other: memory likes that
// better than the band's own order, a line of every row in turn.
class FetchAhead {
 public:
  FetchAhead(const Plane& plane, int rows, std::int64_t row_bytes)
      : row_(plane.samples), stride_(plane.stride), rows_(row_bytes > 0 ? rows : 0), row_bytes_(row_bytes) {}

  HWY_INLINE void lines(int count) {
    for (; count > 0 && rows_ > 0; --count) {
      hwy::Prefetch(row_ + at_);
      at_ += 64;
      if (at_ < row_bytes_) continue;
      at_ = 0;
      row_ += stride_;
      --rows_;
    }
  }

 private:
  const std::byte* row_;
  std::ptrdiff_t stride_;
  int rows_;
  std::int64_t row_bytes_;
  std::int64_t at_ = 0;
};

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

// Brings a block of pixels to the lanes D, of 16 bits each: lane i gets those at at(i). The work is cut into a piece
// for each step of a block, so that it fills the gaps that the steps of the block before leave.
template <class D, typename Sample, Amount amount, typename At>
class BlockFeed {
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  HWY_INLINE BlockFeed(At at, std::uint16_t* amounts) : at_(at), amounts_(amounts) {}

  template <int step>
  HWY_INLINE void piece() {
    if constexpr (sizeof(Sample) == 1) {
      bytes<step>();
    } else {
      words<step>();
    }
  }

 private:
  using Bytes = hn::Repartition<std::uint8_t, D>;
  using Fours = hn::Repartition<std::uint32_t, D>;

  // An 8×16 transposition in each 128-bit block, which leaves two columns in a vector.
  template <int step>
  HWY_INLINE void bytes() {
    if constexpr (step < 8) {
      rows_[step] = hn::BitCast(D(), load_blocks(Bytes(), [&](int block) { return at_(8 * block + step); }));
    } else if constexpr (step < 10) {
      constexpr int i = 4 * (step - 8);
      pair<i>();
      pair<i + 2>();
    } else if constexpr (step < 12) {
      constexpr int i = 4 * (step - 10);
      four<i, 0>();
      four<i, 1>();
    } else {
      constexpr int i = step - 12;
      store_two_columns<4 * i>(hn::InterleaveLower(Fours(), fours_[i], fours_[i + 4]));
      store_two_columns<4 * i + 2>(hn::InterleaveUpper(Fours(), fours_[i], fours_[i + 4]));
    }
  }

  template <int i>
  HWY_INLINE void pair() {
    const auto a = hn::BitCast(Bytes(), rows_[i]), b = hn::BitCast(Bytes(), rows_[i + 1]);
    rows_[i] = hn::BitCast(D(), hn::InterleaveLower(Bytes(), a, b));
    rows_[i + 1] = hn::BitCast(D(), hn::InterleaveUpper(Bytes(), a, b));
  }

  template <int i, int half>
  HWY_INLINE void four() {
    const auto a = rows_[i + half], b = rows_[i + half + 2];
    fours_[i + 2 * half] = hn::BitCast(Fours(), hn::InterleaveLower(D(), a, b));
    fours_[i + 2 * half + 1] = hn::BitCast(Fours(), hn::InterleaveUpper(D(), a, b));
  }

  // 256·a, or 256·(255 − a) + 6 = 65286 − 256·a.
  template <int column>
  HWY_INLINE void store_two_columns(hn::Vec<Fours> bytes) {
    auto high = hn::BitCast(Bytes(), bytes);
    auto low = hn::Zero(Bytes());
    if constexpr (amount == Amount::rest) {
      high = hn::Not(high);
      low = hn::Set(Bytes(), 6);
    }
    hn::Store(hn::BitCast(D(), hn::InterleaveLower(Bytes(), low, high)), D(), amounts_ + lanes * column);
    hn::Store(hn::BitCast(D(), hn::InterleaveUpper(Bytes(), low, high)), D(), amounts_ + lanes * (column + 1));
  }

  // Twice 8 columns.
  template <int step>
  HWY_INLINE void words() {
    constexpr int first = step / 8 * 8;
    rows_[step - first] = load_blocks(D(), [&](int block) { return at_(8 * block + step - first) + first; });
    if constexpr (step - first == 7) {
      transpose_blocks(D(), rows_);
      for (int i = 0; i < 8; ++i) {
        const auto ink = ink_of_16_bits(D(), rows_[i]);
        const auto stored = amount == Amount::ink ? ink : hn::Sub(hn::Set(D(), 65286), ink);
        hn::Store(stored, D(), amounts_ + lanes * (first + i));
      }
    }
  }

  At at_;
  std::uint16_t* amounts_;
  hn::Vec<D> rows_[8];
  hn::Vec<Fours> fours_[8];
};

// The pixels of a band, lane i at step t in column t − skew·(row of lane i).
template <class D, typename Sample, Amount amount>
class Feed {
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  Feed(const Band& band, int skew)
      : width_(band.width), lag_(skew * (band.rows - 1)), plane_(reinterpret_cast<const Sample*>(band.plane.samples)) {
    for (int lane = 0; lane < lanes; ++lane) {
      const int row = std::max(band.rows - 1 - lane, 0);  // lanes without a row go along with the first one
      row_start_[lane] = row * band.plane.stride / static_cast<std::ptrdiff_t>(sizeof(Sample));
      row_lag_[lane] = skew * row;
      lane_start_[lane] = row_start_[lane] - row_lag_[lane];
    }
  }

  // Whether every column that the lanes meet in the block at step t is in the page.
  [[nodiscard]] bool is_inside(std::int64_t t) const { return t >= lag_ && t + block_steps <= width_; }

  // The block at step t to be, piece by piece. Precondition: it is inside.
  HWY_INLINE auto inside(std::int64_t t, std::uint16_t* amounts) const {
    const Sample* plane = plane_ + t;
    const std::int64_t prefetched = t % 64 / block_steps * 8;  // a cache line of each row in four blocks
    const auto at = [ this, plane ](int lane) __attribute__((always_inline)) {
      return plane + lane_start_[lane];
    };
    for (int lane = 0; lane < 8; ++lane) {
      const auto* ahead = reinterpret_cast<const std::byte*>(at(static_cast<int>((prefetched + lane) % lanes)));
      hwy::Prefetch(ahead + prefetch_bytes);
    }
    return BlockFeed<D, Sample, amount, decltype(at)>(at, amounts);
  }

  // The block at step t; columns beyond the page are paper.
  HWY_NOINLINE void fill(std::int64_t t, std::uint16_t* amounts) const {
    Sample columns[lanes][block_steps] = {};
    for (int lane = 0; lane < lanes; ++lane) copy_columns_inside(lane, t, columns[lane]);
    const auto at = [&](int lane) { return &columns[lane][0]; };
    BlockFeed<D, Sample, amount, decltype(at)> feed(at, amounts);
    for_each_step<block_steps>([&](auto step) { feed.template piece<step>(); });
  }

 private:
  void copy_columns_inside(int lane, std::int64_t t, Sample* columns) const {
    const std::int64_t x = t - row_lag_[lane];
    const std::int64_t first = std::max<std::int64_t>(x, 0);
    const std::int64_t end = std::min(x + block_steps, width_);
    const Sample* row = plane_ + row_start_[lane];
    if (first < end) std::copy(row + first, row + end, columns + (first - x));
  }

  std::int64_t width_;
  std::int64_t lag_;  // of the last row behind the first
  const Sample* plane_;
  std::int64_t row_start_[lanes];  // samples from the first row's start
  std::int64_t row_lag_[lanes];
  std::int64_t lane_start_[lanes];  // where the lane reads at step 0
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
