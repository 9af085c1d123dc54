#include "rip/proofs/report/local_statistics.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/proofs/report/local_statistics.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

const hn::ScalableTag<double> d_all;
const hn::CappedTag<double, 1> d_one;

// Calls task(d, at) for whole vectors of `count` numbers, and for those that are left one by one.
template <class Task>
HWY_INLINE void for_vectors(std::size_t count, const Task& task) {
  std::size_t at = 0;
  for (; at + hn::Lanes(d_all) <= count; at += hn::Lanes(d_all)) task(d_all, at);
  for (; at < count; ++at) task(d_one, at);
}

template <class D>
HWY_INLINE hn::Vec<D> load_tones(D d, const std::uint16_t* tones) {
  const hn::Rebind<std::uint16_t, D> d16;
  return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<std::int32_t, D>(), hn::LoadU(d16, tones)));
}

void add_tones(std::span<const std::uint16_t> tones, double times, double* sums, double* squares) {
  for_vectors(tones.size(), [&](auto d, std::size_t at) HWY_ATTR {
    const auto tone = load_tones(d, tones.data() + at);
    const auto signed_tone = hn::Mul(tone, hn::Set(d, times));
    hn::StoreU(hn::Add(hn::LoadU(d, sums + at), signed_tone), d, sums + at);
    hn::StoreU(hn::Add(hn::LoadU(d, squares + at), hn::Mul(signed_tone, tone)), d, squares + at);
  });
}

// Goes through the sums once for two rows. The difference of squares is that of the tones times their sum.
void move_window(std::span<const std::uint16_t> entering, std::span<const std::uint16_t> leaving, double* sums,
                 double* squares) {
  if (leaving.empty()) return add_tones(entering, 1, sums, squares);
  if (entering.empty()) return add_tones(leaving, -1, sums, squares);
  for_vectors(entering.size(), [&](auto d, std::size_t at) HWY_ATTR {
    const auto in = load_tones(d, entering.data() + at), out = load_tones(d, leaving.data() + at);
    const auto difference = hn::Sub(in, out);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + at), difference), d, sums + at);
    hn::StoreU(hn::Add(hn::LoadU(d, squares + at), hn::Mul(difference, hn::Add(in, out))), d, squares + at);
  });
}

// Sums twice as many neighbours each time: the sums of `width` of them are made of those for the bits of `width`.
void sum_neighbours(const double* values, std::size_t count, std::size_t width, double* scratch, double* sums) {
  const double* doubled = values;  // sums of `length` neighbours
  for (std::size_t length = 1, done = 0;; length *= 2, doubled = scratch) {
    if ((width & length) != 0) {
      for_vectors(count, [&](auto d, std::size_t at) HWY_ATTR {
        const auto before = done == 0 ? hn::Zero(d) : hn::LoadU(d, sums + at);
        hn::StoreU(hn::Add(before, hn::LoadU(d, doubled + at + done)), d, sums + at);
      });
      done += length;
    }
    if (done == width) return;
    for_vectors(count + width - 2 * length, [&](auto d, std::size_t at) HWY_ATTR {
      hn::StoreU(hn::Add(hn::LoadU(d, doubled + at), hn::LoadU(d, doubled + at + length)), d, scratch + at);
    });
  }
}

template <std::size_t neighbours>
void keep_edges_of(const LocalStatistics& windows, std::size_t count, std::uint16_t* out) {
  // Copies, because for all that the compiler knows, `out` might change them.
  const double share_of_pixel = windows.share, variance_of_dots = windows.grain;
  const double *const sums = windows.sums, *const all_squares = windows.squares;
  const std::uint16_t* const tones = windows.tones;
  for_vectors(count, [=](auto d, std::size_t at) HWY_ATTR {
    const auto share = hn::Set(d, share_of_pixel), grain = hn::Set(d, variance_of_dots);
    auto sum = hn::LoadU(d, sums + at), squares = hn::LoadU(d, all_squares + at);
    for (std::size_t i = 1; i < neighbours; ++i) {
      sum = hn::Add(sum, hn::LoadU(d, sums + at + i));
      squares = hn::Add(squares, hn::LoadU(d, all_squares + at + i));
    }
    const auto mean = hn::Mul(sum, share);
    const auto variance = hn::Sub(hn::Mul(squares, share), hn::Mul(mean, mean));
    const auto of_edge = hn::Sub(hn::Set(d, 1.0), hn::Div(grain, variance));
    const auto edge = hn::IfThenElseZero(hn::Gt(variance, grain), of_edge);
    const auto tone = load_tones(d, tones + at);
    const auto kept = hn::Add(hn::Add(mean, hn::Mul(edge, hn::Sub(tone, mean))), hn::Set(d, 0.5));
    const hn::Rebind<std::int32_t, decltype(d)> d32;
    const hn::Rebind<std::uint16_t, decltype(d)> d16;
    hn::StoreU(hn::DemoteTo(d16, hn::DemoteTo(d32, kept)), d16, out + at);
  });
}

// The loops over neighbours are unrolled.
void keep_edges(const LocalStatistics& windows, std::size_t count, std::uint16_t* out) {
  if (windows.neighbours == 1) return keep_edges_of<1>(windows, count, out);
  if (windows.neighbours == 3) return keep_edges_of<3>(windows, count, out);
  if (windows.neighbours == 5) return keep_edges_of<5>(windows, count, out);
  if (windows.neighbours == 7) return keep_edges_of<7>(windows, count, out);
  static_assert(most_neighbours == 9);
  keep_edges_of<9>(windows, count, out);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {

HWY_EXPORT(move_window);
HWY_EXPORT(sum_neighbours);
HWY_EXPORT(keep_edges);

void move_window(std::span<const std::uint16_t> entering, std::span<const std::uint16_t> leaving, double* sums,
                 double* squares) {
  HWY_DYNAMIC_DISPATCH(move_window)(entering, leaving, sums, squares);
}

void sum_neighbours(const double* values, std::size_t count, std::size_t width, double* scratch, double* sums) {
  HWY_DYNAMIC_DISPATCH(sum_neighbours)(values, count, width, scratch, sums);
}

void keep_edges(const LocalStatistics& windows, std::size_t count, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(keep_edges)(windows, count, out);
}

}  // namespace platerip::rip
#endif
