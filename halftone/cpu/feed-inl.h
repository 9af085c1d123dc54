// Brings pixels of the plane to the skewed lanes of the wavefront.
#if defined(PLATERIP_HALFTONE_CPU_FEED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_FEED_INL_H_
#undef PLATERIP_HALFTONE_CPU_FEED_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_FEED_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "halftone/cpu/band.h"
#include "halftone/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// The steps of a block, which is fed and run at a time. With 64 steps, the words of two blocks of a tone filter would
// fill the L1 cache, and it would take 10 % longer.
inline constexpr int block_steps = 32;

// Columns that are transposed at a time (a 128-bit load of 8-bit samples), and the parts into which this work is cut.
inline constexpr int piece_columns = 16;
inline constexpr int piece_parts = 8;

// Columns by which samples are prefetched into the L1 cache before their use. 192 is as good; 64 takes 13 % longer.
inline constexpr int prefetch_columns = 128;

// Prefetches a band into the L2 cache, and then the beginning of the band that the thread will run next. Without this,
// a plane that is not yet in the cache takes 6 % longer.
class FetchAhead {
 public:
  FetchAhead(const Band& band, int sample_bytes)
      : band_(band), row_bytes_(band.width * sample_bytes), blocks_(stretch / (block_steps * sample_bytes)) {}

  // With each block, prefetches a long stretch of a few rows. Memory delivers this faster than one line of every row.
  HWY_INLINE void block(std::int64_t number) const {
    const std::int64_t part = number % blocks_;
    const std::int64_t begin = (number / blocks_ + 1) * stretch;
    if (begin < row_bytes_) {
      fetch(band_.plane, band_.rows, part, begin);
    } else {
      fetch(band_.next, band_.next_rows, part, begin - row_bytes_);
    }
  }

 private:
  static constexpr std::int64_t stretch = 1024;

  HWY_INLINE void fetch(const Plane& plane, int rows, std::int64_t part, std::int64_t begin) const {
    for (std::int64_t row = rows * part / blocks_; row < rows * (part + 1) / blocks_; ++row)
      for (std::int64_t i = begin; i < begin + stretch; i += 64)
        __builtin_prefetch(plane.samples + row * plane.stride + i, 0, 2);
  }

  const Band& band_;
  std::int64_t row_bytes_;
  std::int64_t blocks_;  // in a stretch
};

// (a·factor + 32767) div 65535. With a·factor = high·65536 + low, this is high, plus 1 if high + low > 32767.
template <int factor, class D>
HWY_INLINE hn::Vec<D> rounded_65535(D d, hn::Vec<D> a) {
  const auto high = hn::MulHigh(a, hn::Set(d, factor));
  const auto low = hn::Mul(a, hn::Set(d, factor));
  return hn::Add(high, hn::ShiftRight<15>(hn::SaturatedAdd(high, low)));
}

// The word that error filters get for a pixel: 16·A + 7.
struct FilterInk {
  static constexpr int words = 1;  // for each pixel
  explicit FilterInk(const Band& /*band*/) {}

  // The ink of a vector's lanes from a step on. It is the same everywhere.
  HWY_INLINE const FilterInk& at(std::int64_t /*t*/, int /*vector*/) const { return *this; }

  // Puts two columns of 8-bit samples, from the column-th of these steps on.
  template <class D, class Bytes>
  HWY_INLINE void put_two(D d, Bytes samples, std::uint16_t* first, std::uint16_t* second, int /*column*/) const {
    const hn::Repartition<std::uint8_t, D> bytes;
    const auto low = hn::Set(bytes, rounding_amount);
    hn::Store(hn::BitCast(d, hn::InterleaveLower(bytes, low, samples)), d, first);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(bytes, low, samples)), d, second);
  }
  // Puts two columns of 16-bit samples.
  template <class D>
  HWY_INLINE void put_two(D d, hn::Vec<D> even, hn::Vec<D> odd, std::uint16_t* first, std::uint16_t* second,
                          int /*column*/) const {
    const auto put = [d](hn::Vec<D> samples, std::uint16_t * to) __attribute__((always_inline)) {
      const auto ink = rounded_65535<solid>(d, samples);
      hn::Store(hn::Add(hn::ShiftLeft<4>(ink), hn::Set(d, rounding_amount)), d, to);
    };
    put(even, first);
    put(odd, second);
  }
};

// Transposes columns of samples. Lane i's samples begin at at(i). `ink`, an ink's at(), converts them and puts the
// results to `amounts`: a vector for each column, `stride` values apart. The work is cut into parts, which the
// processor can do while a chain waits for its errors.
template <class D, typename Sample, class Ink, typename At>
class Transposition {
 public:
  HWY_INLINE Transposition(At at, Ink ink, std::uint16_t* amounts, int stride)
      : at_(at), ink_(ink), amounts_(amounts), stride_(stride) {}

  template <int part>
  HWY_INLINE void run() {
    if constexpr (sizeof(Sample) == 1) {
      bytes<part>();
    } else if constexpr (part % (piece_parts / 2) == 0) {
      words<part * piece_columns / piece_parts>();
    }
  }

 private:
  using Bytes = hn::Repartition<std::uint8_t, D>;
  using Fours = hn::Repartition<std::uint32_t, D>;

  // Transposes 8×16 bytes in each 128-bit block. At the end, each vector holds two columns.
  template <int part>
  HWY_INLINE void bytes() {
    if constexpr (part < 4) {
      pairs<2 * part>();
    } else if constexpr (part < 6) {
      fours<4 * (part - 4)>();
    } else {
      columns<2 * (part - 6)>();
      columns<2 * (part - 6) + 1>();
    }
  }

  template <int i>
  HWY_INLINE void pairs() {
    const auto a = load_blocks(
        Bytes(), [&](int block) __attribute__((always_inline)) { return at_(8 * block + i); });
    const auto b = load_blocks(
        Bytes(), [&](int block) __attribute__((always_inline)) { return at_(8 * block + i + 1); });
    v_[i] = hn::BitCast(D(), hn::InterleaveLower(Bytes(), a, b));
    v_[i + 1] = hn::BitCast(D(), hn::InterleaveUpper(Bytes(), a, b));
  }

  template <int i>
  HWY_INLINE void fours() {
    const auto a = v_[i], b = v_[i + 1], c = v_[i + 2], d = v_[i + 3];
    v_[i] = hn::InterleaveLower(D(), a, c);
    v_[i + 1] = hn::InterleaveUpper(D(), a, c);
    v_[i + 2] = hn::InterleaveLower(D(), b, d);
    v_[i + 3] = hn::InterleaveUpper(D(), b, d);
  }

  template <int i>
  HWY_INLINE void columns() {
    const auto a = hn::BitCast(Fours(), v_[i]), b = hn::BitCast(Fours(), v_[i + 4]);
    put_two<4 * i>(hn::BitCast(Bytes(), hn::InterleaveLower(Fours(), a, b)));
    put_two<4 * i + 2>(hn::BitCast(Bytes(), hn::InterleaveUpper(Fours(), a, b)));
  }

  template <int column>
  HWY_INLINE void put_two(hn::Vec<Bytes> high) {
    ink_.put_two(D(), high, amounts_ + stride_ * column, amounts_ + stride_ * (column + 1), column);
  }

  // Transposes 8 columns of 16-bit samples.
  template <int first>
  HWY_INLINE void words() {
    for_each_step<8>([&](auto i) __attribute__((always_inline)) {
      v_[i] = load_blocks(
          D(), [&](int block) __attribute__((always_inline)) { return at_(8 * block + i) + first; });
    });
    transpose_blocks(D(), v_);
    for_each_step<4>([&](auto i) __attribute__((always_inline)) {
      std::uint16_t* const to = amounts_ + stride_ * (first + 2 * i);
      ink_.put_two(D(), v_[2 * i], v_[2 * i + 1], to, to + stride_, first + 2 * i);
    });
  }

  At at_;
  Ink ink_;
  std::uint16_t* amounts_;
  int stride_;
  hn::Vec<D> v_[8];
};

// Prepares the pixels of a band for its lanes. A lane that holds row number r gets column t − skew·r at step t.
template <typename Sample, int rows, class Ink>
class Feed {
  using D = Lanes16;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int stride = rows * Ink::words;
  static constexpr int column_pieces = block_steps / piece_columns;
  static constexpr int pieces = column_pieces * rows / lanes;  // of a block: some columns of a vector's lanes each

 public:
  // The steps over which the work on a piece is spread.
  static constexpr int piece_steps = block_steps / pieces;
  static_assert(piece_steps % piece_parts == 0);

  Feed(const Band& band, int skew)
      : ink_(band),
        width_(band.width),
        lag_(skew * (band.rows - 1)),
        plane_(reinterpret_cast<const Sample*>(band.plane.samples)) {
    for (int i = 0; i < rows; ++i) {
      const int row = std::max(row_of_lane(i, rows, band.rows), 0);  // lanes without a row repeat the first row
      row_lag_[i] = skew * row;
      start_[i] = row * band.plane.stride / static_cast<std::ptrdiff_t>(sizeof(Sample)) - row_lag_[i];
    }
  }

  // Whether all columns that the lanes process in `steps` steps from t on are inside the page.
  [[nodiscard]] bool is_inside(std::int64_t t, int steps) const { return t >= lag_ && t + steps <= width_; }

  // Prepares the block that begins at step t: the words that the lanes get at each step. Columns outside the page are
  // paper.
  HWY_NOINLINE void block(std::int64_t t, std::uint16_t* amounts) const {
    for (int step = 0; step < block_steps; step += piece_columns) piece(t + step, amounts + step * stride);
  }

  // Prepares a block during the steps of the block before. Returns the piece of work for the piece_steps steps from
  // `step` on; the caller runs it part by part. Precondition: the block is inside the page.
  //
  // All columns of one vector's lanes come before those of the other's, so that few other cache lines are read before a
  // line is read again. Rows that are a multiple of 4096 bytes apart displace each other from the L1 cache: with the
  // vectors by turns, a plane of 8192 columns without padding would take 13 % longer.
  HWY_INLINE auto inside(std::int64_t t, int step, std::uint16_t* amounts) const {
    const int piece = step / piece_steps;
    const int column = piece % column_pieces * piece_columns;
    const int first = piece / column_pieces * lanes;
    const Sample* plane = plane_ + t;
    fetch(plane, piece);
    const std::int64_t* start = start_ + first;
    const auto at = [ plane = plane + column, start ](int lane) __attribute__((always_inline)) {
      return plane + start[lane];
    };
    return transposition(at, t + column, first, amounts + column * stride);
  }

 private:
  // Transposes the columns from step t on of the lanes from `first` on.
  template <typename At>
  HWY_INLINE auto transposition(At at, std::int64_t t, int first, std::uint16_t* amounts) const {
    using InkHere = decltype(ink_.at(t, 0));
    return Transposition<D, Sample, InkHere, At>(at, ink_.at(t, first / lanes), amounts + first, stride);
  }

  // Prefetches a block's columns of some rows, others with each piece: one cache line of each of these rows.
  HWY_INLINE void fetch(const Sample* plane, int piece) const {
    constexpr int count = rows / pieces;
    const std::int64_t* start = start_ + piece * count;
    for (int i = 0; i < count; ++i)
      for (std::size_t column = 0; column < block_steps; column += 64 / sizeof(Sample))
        hwy::Prefetch(plane + start[i] + prefetch_columns + column);
  }

  void piece(std::int64_t t, std::uint16_t* amounts) const {
    static constexpr Sample paper[piece_columns] = {};
    Sample copies[rows][piece_columns];
    const Sample* from[rows];
    for (int i = 0; i < rows; ++i) {
      const std::int64_t x = t - row_lag_[i];
      if (x >= 0 && x + piece_columns <= width_) {
        from[i] = plane_ + start_[i] + t;
      } else if (x + piece_columns <= 0 || x >= width_) {
        from[i] = paper;
      } else {
        copy_columns_inside(plane_ + start_[i] + row_lag_[i], x, copies[i]);
        from[i] = copies[i];
      }
    }
    for (int first = 0; first < rows; first += lanes) {
      const auto at = [&](int lane) { return from[first + lane]; };
      auto columns = transposition(at, t, first, amounts);
      for_each_step<piece_parts>([&](auto part) __attribute__((always_inline)) { columns.template run<part>(); });
    }
  }

  void copy_columns_inside(const Sample* row, std::int64_t x, Sample* columns) const {
    for (std::int64_t i = 0; i < piece_columns; ++i) columns[i] = x + i >= 0 && x + i < width_ ? row[x + i] : Sample{0};
  }

  Ink ink_;
  std::int64_t width_;
  std::int64_t lag_;  // by which the last row lags behind the first
  const Sample* plane_;
  std::int64_t start_[rows];  // position of each lane's row at step 0, in samples from the start of the first row
  std::int64_t row_lag_[rows];
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
