#include "halftone/cpu/wavefront.h"

#include <thread>

#include "simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/wavefront.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "halftone/cpu/chains-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

int lanes_of(Method) {
  return 0;  // no vectors: not supported
}
void run(const Band&) {}

#else

// A band tells how far it is every so many steps, and one that had to wait for it waits for so many columns more than
// it needs: the fewer times two cores look at the same place, the better.
constexpr std::int64_t publish_steps = 64;
constexpr std::int64_t hand_over_columns = 256;

// Returns when a band has come to a position, and where it is.
HWY_INLINE std::int64_t wait_for(const Progress& band, std::int64_t wanted) {
  for (int tries = 0;; ++tries) {
    const std::int64_t reached = band.position.load(std::memory_order_acquire);
    if (reached >= wanted) return reached;
    if (tries < 1000) {
      hwy::Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

HWY_INLINE void publish(const Band& band, std::int64_t column) {
  band.progress->position.store(position(band.number, column), std::memory_order_release);
}

// A block that is not inside the page, and the next one fed.
template <class Chain, class Words>
HWY_NOINLINE Chain run_edge(Chain chain, const Band& band, std::int64_t t, const std::uint16_t* amounts, Words& words) {
  const Edge<typename Chain::D> edge(band, Chain::skew, t);
  for (int step = 0; step < block_steps; ++step) chain.run(step, t + step, amounts, edge, words);
  return chain;
}

template <class Chain, typename Sample>
void run_chain(const Band& band) {
  constexpr int skew = Chain::skew;
  using D16 = typename Chain::D16;
  const std::int64_t lag = skew * (band.rows - 1);  // of the last row
  const std::int64_t row_words = (band.width + Chain::word_pixels - 1) / Chain::word_pixels;
  const std::int64_t words_to_push = row_words + lag / Chain::word_pixels + 1;
  // One more than the pixels need: what a chain leaves behind the last carried error is then out of every reach.
  const std::int64_t steps = words_to_push * Chain::word_pixels + 1;

  std::int64_t above = 0;  // where the band above is, at least
  const auto wait_until = [&](std::int64_t t) {
    const std::int64_t wanted = position(band.number - 1, t + skew + 2);
    if (above < wanted) above = wait_for(*band.before, wanted + hand_over_columns);
  };

  const Feed<D16, Sample, Chain::amount> feed(band, skew);
  Words<D16> words(band, skew, Chain::word_pixels);
  FetchAhead ahead(band.next, band.next_rows, band.width * static_cast<std::int64_t>(sizeof(Sample)));
  constexpr int lines_ahead = static_cast<int>(block_steps * sizeof(Sample) * hn::MaxLanes(typename Chain::D()) / 64);
  alignas(64) std::uint16_t amounts[2][block_steps * hn::MaxLanes(D16())];
  wait_until(0);
  Chain chain(band);
  feed.fill(0, amounts[0]);
  for (std::int64_t t = 0; t < steps; t += block_steps) {
    wait_until(t + block_steps);
    ahead.lines(lines_ahead);
    const std::int64_t next_t = t + block_steps;
    const std::uint16_t* now = amounts[t / block_steps % 2];
    std::uint16_t* next = amounts[next_t / block_steps % 2];
    if (feed.is_inside(t) && feed.is_inside(next_t)) {
      auto next_block = feed.inside(next_t, next);
      for_each_step<block_steps>([&](auto step) __attribute__((always_inline)) {
        chain.run(step, t + step, now, Inside(), words);
        next_block.template piece<step>();
      });
    } else {
      chain = run_edge(chain, band, t, now, words);
      feed.fill(next_t, next);
    }
    if (next_t % publish_steps == 0 && next_t > lag) publish(band, next_t - lag);
  }
  words.finish();
  publish(band, all_columns);
}

template <class Chain>
void run_chain(const Band& band) {
  return band.bits == 8 ? run_chain<Chain, std::uint8_t>(band) : run_chain<Chain, std::uint16_t>(band);
}

template <template <const ErrorFilter&, int> class Chain, const ErrorFilter& filter>
void run_filter(const Band& band) {
  switch (plate_bits(band.levels)) {
    case 1:
      return run_chain<Chain<filter, 1> >(band);
    case 2:
      return run_chain<Chain<filter, 2> >(band);
    default:
      return run_chain<Chain<filter, 4> >(band);
  }
}

void run(const Band& band) {
  switch (band.method) {
    case Method::fan:
      return run_filter<Chain16, fan>(band);
    case Method::jarvis:
      return run_filter<Chain32, jarvis>(band);
    case Method::stucki:
      return run_filter<Chain32, stucki>(band);
    default:
      return run_filter<Chain16, floyd_steinberg>(band);
  }
}

int lanes_of(Method method) {
  const bool is_narrow = error_filter(method).divisor == 16;
  return static_cast<int>(is_narrow ? hn::MaxLanes(Lanes16()) : hn::MaxLanes(Lanes32()));
}

#endif

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run);
HWY_EXPORT(lanes_of);
HWY_EXPORT(target_name);

Status wavefront_supported() {
  if (band_rows(Method::floyd_steinberg) > 0) return {};
  return Error{"this processor has no vector instructions that it knows"};
}

int band_rows(Method method) {
  choose_simd();
  return HWY_DYNAMIC_DISPATCH(lanes_of)(method);
}

void run_band(const Band& band) {
  HWY_DYNAMIC_DISPATCH(run)(band);
}

const char* instruction_set() {
  choose_simd();
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace platerip::halftone::cpu
#endif
