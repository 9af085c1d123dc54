// Runs a band from its left edge to its right one, block by block, behind the band above.
#if defined(PLATERIP_HALFTONE_CPU_BAND_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_BAND_INL_H_
#undef PLATERIP_HALFTONE_CPU_BAND_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_BAND_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <chrono>
#include <thread>
#include <type_traits>

#include "halftone/cpu/band.h"
#include "halftone/cpu/beside_feed-inl.h"
#include "halftone/cpu/chains-inl.h"
#include "halftone/cpu/feed-inl.h"
#include "halftone/cpu/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// If a band must wait for the band above, it waits for this many columns more than it needs. So the two cores contend
// less often for the cache line that holds the position.
constexpr std::int64_t hand_over_columns = 256;

// Waits until a band has reached the position `wanted`. Returns the band's position. The wait always ends, because the
// band above is running or done (Cpu::run() in cpu.cpp).
HWY_INLINE std::int64_t wait_for(const Progress& band, std::int64_t wanted) {
  for (int tries = 0;; ++tries) {
    const std::int64_t reached = band.position.load(std::memory_order_acquire);
    if (reached >= wanted) return reached;
    if (tries < 1000) {
      hwy::Pause();
    } else if (tries < 20000) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(20));  // the first band may wait for another machine
    }
  }
}

inline std::int64_t wait_above(const Band& band, std::int64_t wanted) {
  if (band.above == nullptr) return wait_for(*band.before, wanted + hand_over_columns);
  const std::int64_t known = band.above->take(wanted - position(band.number - 1, 0));
  return position(band.number - 1, known < band.width ? known : all_columns);
}

HWY_INLINE void publish(const Band& band, std::int64_t column) {
  band.progress->position.store(position(band.number, column), std::memory_order_release);
  if (band.below != nullptr) band.below->give(column);
}

// Runs the block that begins at step t, all of whose lanes are inside the page. Every piece_steps steps it gets a piece
// of other work from `meanwhile`, and runs the parts of the piece between these steps. It is not inlined, so that the
// compiler has all registers for it. It works on a local copy of the chain, which can stay in registers, and copies
// back only what changes.
template <int piece_steps, class Chain, class Meanwhile>
HWY_NOINLINE void run_block(Chain& chain, int word_pixels, std::int64_t t, const std::uint16_t* amounts,
                            const Meanwhile& meanwhile, Words<Chain::rows>& words) {
  Chain local = chain;
  constexpr int part_steps = piece_steps / piece_parts;
  for (int first = 0; first < block_steps; first += piece_steps) {
    auto work = meanwhile(first);
    for_each_step<piece_steps>([&](auto i) __attribute__((always_inline)) {
      const int step = first + i;
      local.run(step, t + step, amounts + Chain::rows * Chain::Ink::words * step, Inside());
      if constexpr (i % part_steps == 0) work.template run<i / part_steps>();
      // word_pixels is 4, 8 or 16.
      if (i % 4 == 3 && ((step + 1) & (word_pixels - 1)) == 0) local.push(step, words);
    });
  }
  static_cast<typename Chain::State&>(chain) = local;
}

// Runs a block without other work. Its steps are not unrolled, which halves the time of compiling them: `where` is an
// Edge, for the few blocks in which some lanes are outside the page, or Inside, for chains whose steps are long.
template <class Chain, class Where>
HWY_NOINLINE void run_alone(Chain& chain, int word_pixels, std::int64_t t, const std::uint16_t* amounts,
                            const Where& where, Words<Chain::rows>& words) {
  Chain local = chain;
  for (int step = 0; step < block_steps; ++step) {
    local.run(step, t + step, amounts + Chain::rows * Chain::Ink::words * step, where);
    if (((step + 1) & (word_pixels - 1)) == 0) local.push(step, words);
  }
  static_cast<typename Chain::State&>(chain) = local;
}

template <class Chain, typename Sample>
void run_chain(const Band& band) {
  constexpr int skew = Chain::skew;
  const int word_pixels = Chain::word_pixels(band.levels);
  const std::int64_t lag = skew * (band.rows - 1);  // lag of the last row
  const std::int64_t row_words = (band.width + word_pixels - 1) / word_pixels;
  const std::int64_t words_to_push = row_words + lag / word_pixels + 1;
  // One step more than the pixels need. Each step also writes to the column after the one that it finishes. The last
  // column written this way must be out of every filter's reach.
  const std::int64_t steps = words_to_push * word_pixels + 1 + Chain::lag_below;
  static_assert(skew * (Chain::rows - 1) + 1 <= left_margin);
  static_assert(skew * Chain::rows + 2 * 16 + block_steps + 2 <= right_margin);

  std::int64_t above = 0;  // last known position of the band above
  const auto wait_until = [&](std::int64_t t) {
    const std::int64_t wanted = position(band.number - 1, t + skew + 2);
    if (above < wanted) above = wait_above(band, wanted);
  };

  using ChainFeed = Feed<Sample, Chain::rows, typename Chain::Ink>;
  const ChainFeed feed(band, skew);
  Words<Chain::rows> words(band, skew, word_pixels);
  const FetchAhead ahead(band, sizeof(Sample));
  const auto feed_beside = [&](std::int64_t t, std::uint16_t* to) {
    if constexpr (requires { Chain::planes_beside; }) {
      constexpr int each = Chain::words_beside, stride = Chain::rows * Chain::Ink::words;
      for (int i = 0; i < Chain::planes_beside; ++i)
        BesideFeed<Sample, Chain::rows, each>(band, i, skew, stride)
            .block(t, to + Chain::rows * (Chain::Ink::own_words + each * i));
    }
  };
  alignas(64) std::uint16_t amounts[2][block_steps * Chain::rows * Chain::Ink::words];
  wait_until(0);
  Chain chain(band);
  feed.block(0, amounts[0]);
  feed_beside(0, amounts[0]);
  for (std::int64_t t = 0; t < steps; t += block_steps) {
    wait_until(t + block_steps);
    const std::int64_t block = t / block_steps;
    ahead.block(block);
    const std::uint16_t* now = amounts[block % 2];
    std::uint16_t* next = amounts[(block + 1) % 2];
    if (!feed.is_inside(t, 2 * block_steps)) {
      run_alone(chain, word_pixels, t, now, Edge<typename Chain::D>(band, skew, t), words);
      feed.block(t + block_steps, next);
    } else if constexpr (requires { requires Chain::has_long_steps; }) {
      run_alone(chain, word_pixels, t, now, Inside(), words);
      feed.block(t + block_steps, next);
    } else {
      const auto feeding = [&](int step) __attribute__((always_inline)) {
        return feed.inside(t + block_steps, step, next);
      };
      run_block<ChainFeed::piece_steps>(chain, word_pixels, t, now, feeding, words);
    }
    feed_beside(t + block_steps, next);
    const std::int64_t done = t + block_steps - Chain::lag_below;
    if (done > lag) publish(band, done - lag);
  }
  words.finish();
  publish(band, all_columns);
}

template <class Chain>
void run_chain(const Band& band) {
  return band.bits == 8 ? run_chain<Chain, std::uint8_t>(band) : run_chain<Chain, std::uint16_t>(band);
}

template <std::size_t place>
void run_filter(const Band& band) {
  using TwoLevels = std::conditional_t<is_narrow(error_filters[place]), Chain16<place, true>, Chain32<place, true> >;
  using MoreLevels = std::conditional_t<is_narrow(error_filters[place]), Chain16<place, false>, Chain32<place, false> >;
  return band.levels == 2 ? run_chain<TwoLevels>(band) : run_chain<MoreLevels>(band);
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
