// The most and the least in a disc. A row of the input is widened step by step: after step w, `wide` has for each
// column the most of the row's samples at most w columns away. That is what the row contributes to the output row dy
// rows away, if w is the disc's half width there. So a block of columns takes two steps of the vectors' width for each
// row of the disc, and its output rows stay in the cache.
#if defined(PLATERIP_SEPARATION_EDGES_DISC_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_EDGES_DISC_SIMD_INL_H_
#undef PLATERIP_SEPARATION_EDGES_DISC_SIMD_INL_H_
#else
#define PLATERIP_SEPARATION_EDGES_DISC_SIMD_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "separation/edges/disc_scratch.h"
#include "separation/edges/disc_simd.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::edges::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename Sample>
bool are_all(Sample value, const Sample* samples, std::int64_t count) {
  const hn::ScalableTag<Sample> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto wanted = hn::Set(d, value);
  std::int64_t x = 0;
  for (; x + lanes <= count; x += lanes)
    if (!hn::AllTrue(d, hn::Eq(hn::LoadU(d, samples + x), wanted))) return false;
  for (; x < count; ++x)
    if (samples[x] != value) return false;
  return true;
}

template <typename Sample>
struct Most {
  static constexpr Sample worst = 0, best = std::numeric_limits<Sample>::max();
  template <typename V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Max(a, b);
  }
};

template <typename Sample>
struct Least {
  static constexpr Sample worst = std::numeric_limits<Sample>::max(), best = 0;
  template <typename V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Min(a, b);
  }
};

// Widens `wide` from half width `from` to `to`, and lets each of the rows at `above` and `below` become the better of
// itself and `wide`; null: there is no such row.
template <typename Better, typename Sample>
void widen_and_add(const Sample* row, std::int64_t count, std::int64_t from, std::int64_t to, Sample* wide,
                   Sample* above, Sample* below) {
  const hn::ScalableTag<Sample> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const Better better;
  for (std::int64_t x = 0; x < count; x += lanes) {
    auto best = hn::Load(d, wide + x);
    for (std::int64_t w = from + 1; w <= to; ++w)
      best = better(best, better(hn::LoadU(d, row + x - w), hn::LoadU(d, row + x + w)));
    if (from < to) hn::Store(best, d, wide + x);
    if (above != nullptr) hn::Store(better(best, hn::Load(d, above + x)), d, above + x);
    if (below != nullptr) hn::Store(better(best, hn::Load(d, below + x)), d, below + x);
  }
}

// A block of columns.
template <typename Better, typename Sample>
class DiscBlock {
 public:
  DiscBlock(const Disc& disc, const View<const Sample>& in, const Area& out, Cutter scratch)
      : disc_(disc), in_(in), out_(out), scratch_(disc, out.rows(), scratch) {
    rows_ = {.x0 = std::max(in.area.x0, out.x0 - disc.columns()),
             .y0 = std::max(in.area.y0, out.y0 - disc.rows()),
             .x1 = std::min(in.area.x1, out.x1 + disc.columns()),
             .y1 = std::min(in.area.y1, out.y1 + disc.rows())};
  }

  void make(const View<Sample>& out) {
    start();
    for (std::int64_t y = rows_.y0; y < rows_.y1; ++y)
      if (is_open_near(y) && !are_all(Better::worst, in_.at(rows_.x0, y), rows_.width())) add(y);
    for (std::int64_t y = out_.y0; y < out_.y1; ++y) std::copy_n(made(y), out_.width(), out.at(out_.x0, y));
  }

 private:
  // Rows near an input row of the best samples get these. The others are open.
  void start() {
    std::int64_t first = out_.y0;  // of those that are not known yet
    for (std::int64_t y = rows_.y0; y < rows_.y1; ++y) {
      if (!are_all(Better::best, in_.at(out_.x0, y), out_.width())) continue;
      for (; first < std::min(y - disc_.rows(), out_.y1); ++first) begin(first, Better::worst);
      for (; first < std::min(y + disc_.rows() + 1, out_.y1); ++first) begin(first, Better::best);
    }
    for (; first < out_.y1; ++first) begin(first, Better::worst);
    std::int64_t next = out_.y1;
    for (std::int64_t y = out_.y1 - 1; y >= out_.y0; --y) {
      if (made(y)[0] == Better::worst) next = y;
      scratch_.next_open[y - out_.y0] = next;
    }
  }
  void begin(std::int64_t y, Sample sample) { std::fill_n(made(y), disc_block, sample); }

  [[nodiscard]] Sample* made(std::int64_t y) const { return scratch_.made + (y - out_.y0) * disc_block; }
  [[nodiscard]] std::int64_t next_open(std::int64_t y) const {
    return y < out_.y1 ? scratch_.next_open[std::max(y, out_.y0) - out_.y0] : out_.y1;
  }
  [[nodiscard]] bool is_open_near(std::int64_t y) const {
    const std::int64_t next = next_open(y - disc_.rows());
    return next < out_.y1 && next <= y + disc_.rows();
  }
  [[nodiscard]] Sample* open_row(std::int64_t y) const {
    return y >= out_.y0 && y < out_.y1 && next_open(y) == y ? made(y) : nullptr;
  }

  // Adds an input row to all output rows that it reaches.
  void add(std::int64_t y) {
    Sample* const row = scratch_.row + disc_.columns();
    std::fill_n(scratch_.row, disc_block + 2 * disc_.columns(), Better::worst);
    std::copy_n(in_.at(rows_.x0, y), rows_.width(), row + rows_.x0 - out_.x0);
    std::copy_n(row, disc_block, scratch_.wide);
    std::int64_t width = 0;
    for (std::int64_t dy = disc_.rows(); dy >= 0; --dy) {
      Sample* const above = open_row(y - dy);
      Sample* const below = dy > 0 ? open_row(y + dy) : nullptr;
      if (above == nullptr && below == nullptr) continue;
      widen_and_add<Better>(row, out_.width(), width, disc_.half_width(dy), scratch_.wide, above, below);
      width = disc_.half_width(dy);
    }
  }

  const Disc& disc_;
  const View<const Sample>& in_;
  const Area& out_;
  Area rows_;  // of the input
  DiscScratch<Sample> scratch_;
};

template <typename Better, typename Sample>
void best_in(const Disc& disc, const View<const Sample>& in, const View<Sample>& out, std::byte* scratch) {
  for (Area block = out.area; block.x0 < out.area.x1; block.x0 = block.x1) {
    block.x1 = std::min(block.x0 + disc_block, out.area.x1);
    DiscBlock<Better, Sample>(disc, in, block, Cutter(scratch)).make(out);
  }
}

template <typename Sample>
void keep_thin_samples(const Sample* ink, const Sample* broad, std::int64_t count, Sample* thin) {
  const hn::ScalableTag<Sample> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto much = hn::LoadU(d, broad + x);
    hn::StoreU(hn::SaturatedSub(hn::LoadU(d, ink + x), hn::SaturatedAdd(much, much)), d, thin + x);
  }
  for (; x < count; ++x) thin[x] = static_cast<Sample>(std::max(0, ink[x] - 2 * broad[x]));
}

template <typename Sample>
void join_samples(const Sample* ink, const Sample* left, const Sample* kept, std::int64_t count, Sample* out) {
  const hn::ScalableTag<Sample> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto sum = hn::SaturatedAdd(hn::LoadU(d, left + x), hn::LoadU(d, kept + x));
    hn::StoreU(hn::Min(hn::LoadU(d, ink + x), sum), d, out + x);
  }
  for (; x < count; ++x) out[x] = static_cast<Sample>(std::min<int>(ink[x], left[x] + kept[x]));
}

}  // namespace platerip::separation::edges::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
