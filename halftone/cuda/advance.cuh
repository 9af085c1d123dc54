// The wavefront: stripes of 32 rows, each halftoned by a warp, all at work at the same time.
//
// A lane halftones a row and stays `skew` columns behind the lane above it, from which it has each error by a shuffle.
// The last lane's errors go to the next stripe through the boundary words in global memory. A boundary word holds
// `not_yet` until its error is known, so no other flag, order or fence is needed: a word that holds an error is that
// error. Stripes are given out by a counter from the top of the page down. So whatever a stripe waits for is at work
// or done, however many warps the device runs at once and whichever it starts first.
//
// Errors are carried as y = 2040 − e. With weights W that sum to 2^shift,
//     d = (Σ W·y − 2^shift·A + bias) >> shift = 2040 − s,
// and a plate of two levels has ink where d < 0; then y = d + 4080, else y = d: an unsigned minimum of the two.
#pragma once

#include <cuda_runtime.h>

#include "halftone/cuda/launch.h"
#include "halftone/error_filter.h"

namespace platerip::halftone::cuda {

/// The weights of an error filter for errors carried as 2040 − e.
template <Method method>
struct Weights {
  static constexpr ErrorFilter filter = error_filter(method);
  static constexpr bool binary = filter.divisor == 16;  // needs no multiplication by M
  static constexpr int shift = binary ? 4 : 16;
  static constexpr int scale = binary ? 1 : filter.multiplier();

  static constexpr int find(int row, int column) {
    for (const Weight& w : filter.weights) {
      if (w.weight != 0 && w.row == row && w.column == column) return scale * w.weight;
    }
    return 0;
  }
  template <int row, int column>
  static constexpr int of = find(row, column);
  /// 2040·2^shift turns s to 2040 − s, the sum's share of 2040 is taken out, half is the definition's rounding, and the
  /// rest turns its rounding down of s into rounding down of 2040 − s.
  static constexpr int bias =
      (max_error << shift) - max_error * scale * filter.divisor - (1 << (shift - 1)) + (1 << shift) - 1;
};

/// Columns of a row above that a lane holds between two blocks: −2 to skew − 1.
inline constexpr int window = max_reach + skew;

/// What a lane carries from block to block.
template <int rows_above>
struct Lane {
  std::uint32_t left[2];                   // of the two pixels before, the nearer first
  std::uint32_t above[rows_above][window];  // of the rows above, the nearer first
  std::uint32_t pending;                   // the last 32 bits of pixels made
};

template <typename Sample>
struct Samples;

// A word of samples as the lanes keep it, and 2^shift·A of its i-th.
template <>
struct Samples<std::uint8_t> {
  static constexpr int per_word = 4;
  static __device__ std::uint32_t prepare(std::uint32_t word) { return word; }
  template <int shift>
  static __device__ std::uint32_t get(std::uint32_t word, int i) {
    if constexpr (shift == 4) {
      return __byte_perm(word, 0, 0x4404 + 16 * i);
    } else {
      return __byte_perm(word, 0, 0x4044 + 256 * i) << (shift - 12);
    }
  }
};

template <>
struct Samples<std::uint16_t> {
  static constexpr int per_word = 2;
  static __device__ std::uint32_t amount(std::uint32_t a) { return (a * solid + 32767) / 65535; }
  static __device__ std::uint32_t prepare(std::uint32_t word) {
    return amount(word & 0xFFFF) | amount(word >> 16) << 16;
  }
  template <int shift>
  static __device__ std::uint32_t get(std::uint32_t word, int i) {
    return (i == 0 ? word & 0xFFFF : word >> 16) << shift;
  }
};

/// The level nearest to s = 2040 − d, packed behind `packed`; returns the new y.
template <int levels>
__device__ std::uint32_t quantise(int d, std::uint32_t& packed) {
  if constexpr (levels == 2) {
    packed = __funnelshift_l(static_cast<std::uint32_t>(d), packed, 1);
    return min(static_cast<std::uint32_t>(d) + solid, static_cast<std::uint32_t>(d));
  } else {
    constexpr int step = solid / (levels - 1);
    constexpr int bits = levels <= 4 ? 2 : 4;
    const int level = min(max(max_error - d + step / 2 - 1, 0) / step, levels - 1);
    packed = packed << bits | static_cast<std::uint32_t>(level);
    return static_cast<std::uint32_t>(d + level * step);
  }
}

inline __device__ std::uint32_t load_relaxed(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word));
  return value;
}

inline __device__ void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value));
}

inline __device__ void store_relaxed4(std::uint32_t* words, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                      std::uint32_t d) {
  asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(words), "r"(a), "r"(b), "r"(c), "r"(d)
              );
}

inline __device__ std::int64_t clamp(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/// One stripe of one plane.
struct Stripe {
  const std::byte* samples;  // of its first row
  std::int64_t samples_row;
  std::byte* pixels;
  std::int64_t pixels_row;
  int rows;
  int begin;  // blocks
  int end;
  std::uint32_t* above;  // boundary words of the stripe above
  std::uint32_t* below;  // its own
  std::uint32_t* state;
};

template <Method method, int levels, typename Sample>
class StripeRun {
 public:
  using W = Weights<method>;
  using S = Samples<Sample>;
  static constexpr int rows_above = W::filter.rows();
  static constexpr int pixel_bits = levels == 2 ? 1 : levels <= 4 ? 2 : 4;
  static constexpr int row_words = block_steps / S::per_word;  // of samples, of a row in a block
  static constexpr int row_pitch = row_words + 4;              // keeps 16-byte reads of all lanes off each other's banks
  static constexpr std::uint32_t no_error = max_error;
  static constexpr std::int64_t far = 1 << 20;  // columns beyond which nothing needs to be told apart
  static constexpr int staging_step = block_steps - 5;  // after which the next block is brought in

  struct Shared {
    alignas(16) std::uint32_t samples[stripe_rows * row_pitch];
    alignas(16) std::uint32_t above[2][rows_above][block_steps];  // of this block and the next
  };

  __device__ StripeRun(const Stripe& stripe, std::int64_t width, std::int64_t boundary_row, Shared& shared)
      : stripe_(stripe), width_(width), boundary_row_(boundary_row), shared_(shared), lane_(threadIdx.x % 32) {}

  __device__ void run() {
    load_state();
    place(stripe_.begin);
    load_samples<true>(stripe_.begin, sample_at_);
    load_above<true>(stripe_.begin, above_at_);
    bring_in<true>(stripe_.begin, above_at_);
    for (int block = stripe_.begin; block < stripe_.end; ++block) {
      if (block > left_blocks && block < inside_end_) {
        run_block<false>(block);
      } else {
        run_block<true>(block);
      }
    }
    finish();
  }

 private:
  // The last block of which columns lie to the left of the page.
  static constexpr int left_blocks = skew * stripe_rows / block_steps;

  // Pointers of this lane at a block, and the first block of which, or of the next one's samples, something lies to the
  // right of the page or below it.
  __device__ void place(int block) {
    const std::int64_t column = std::int64_t{block} * block_steps;
    const int row = lane_ / row_words;
    sample_at_ = stripe_.samples + row * stripe_.samples_row +
                 (column - skew * (row + 1) + lane_ % row_words * S::per_word) * std::int64_t{sizeof(Sample)};
    above_at_ = stripe_.above + column + lane_;
    below_at_ = stripe_.below + column - skew * stripe_.rows;
    word_at_ = stripe_.pixels + lane_ * stripe_.pixels_row + 4 * (std::int64_t{block} * pixel_bits - skewed() / 32 - 1);
    aligned_ = ((reinterpret_cast<std::uintptr_t>(stripe_.samples) | stripe_.samples_row |
                 reinterpret_cast<std::uintptr_t>(stripe_.pixels) | stripe_.pixels_row) &
                3) == 0;
    inside_end_ = static_cast<int>(width_ / block_steps) - 1;
    if (inside_end_ >= stripe_.end) inside_end_ = stripe_.end - 1;
    if (!aligned_ || stripe_.rows < stripe_rows) inside_end_ = 0;
  }

  // Bits that this lane's pixels are behind those of a lane without skew.
  __device__ int skewed() const { return skew * (lane_ + 1) * pixel_bits; }

  __device__ void load_state() {
    if (stripe_.begin == 0) {
      each_state_word([](int, std::uint32_t& word) { word = no_error; });
      state_.pending = 0;
    } else {
      each_state_word([&](int i, std::uint32_t& word) { word = stripe_.state[i * 32 + lane_]; });
    }
  }

  template <typename Use>
  __device__ void each_state_word(Use use) {
    use(0, state_.left[0]);
    use(1, state_.left[1]);
    use(2, state_.pending);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) use(3 + row * window + i, state_.above[row][i]);
    }
    static_assert(3 + rows_above * window <= state_words);
  }

  // Loads words of a block's samples, at `at` for this lane: neighbouring lanes take neighbouring words of a row, for all.
  // What lies outside of the page is paper.
  template <bool edge>
  __device__ void load_samples(int block, const std::byte* at) {
    const std::int64_t step = 32 / row_words * (stripe_.samples_row - skew * std::int64_t{sizeof(Sample)});
    // The columns from here to both ends of the page, as far as they matter.
    const int before = static_cast<int>(clamp(std::int64_t{block} * block_steps, 0, far));
    const int after = static_cast<int>(clamp(width_ - std::int64_t{block} * block_steps, -far, far));
#pragma unroll
    for (int i = 0; i < row_words; ++i, at += step) {
      if constexpr (edge) {
        const int row = lane_ / row_words + i * (32 / row_words);
        const int column = lane_ % row_words * S::per_word - skew * (row + 1);
        loaded_[i] = row < stripe_.rows ? load_word(at, column + before, after - column) : 0;
      } else {
        loaded_[i] = *reinterpret_cast<const std::uint32_t*>(at);
      }
    }
  }

  // The samples of a word, those of the first `after` that are not before the page's first column.
  __device__ std::uint32_t load_word(const std::byte* at, int column, int after) const {
    if (aligned_ && column >= 0 && after >= S::per_word) return *reinterpret_cast<const std::uint32_t*>(at);
    std::uint32_t word = 0;
#pragma unroll
    for (int i = 0; i < S::per_word; ++i) {
      if (column + i >= 0 && i < after)
        word |= static_cast<std::uint32_t>(reinterpret_cast<const Sample*>(at)[i]) << (32 / S::per_word * i);
    }
    return word;
  }

  // The boundary words that lane 0 takes in during a block: each lane fetches one column of each row.
  template <bool edge>
  __device__ bool is_beyond(int block) const {
    return edge && std::int64_t{block} * block_steps + lane_ >= width_;
  }

  template <bool edge>
  __device__ void load_above(int block, const std::uint32_t* at) {
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      loaded_above_[row] = is_beyond<edge>(block) ? no_error : load_relaxed(at + row * boundary_row_);
  }

  __device__ bool is_waiting() const {
    bool any = loaded_above_[0] == not_yet;
    if constexpr (rows_above == 2) any |= loaded_above_[1] == not_yet;
    return __any_sync(0xFFFFFFFF, any);
  }

  // Puts what was loaded of a block to where the lanes read it, once all of it is known. Boundary words are given back
  // for the next use.
  template <bool edge>
  __device__ void bring_in(int block, std::uint32_t* at) {
    while (is_waiting()) load_above<edge>(block, at);
    if (!is_beyond<edge>(block)) {
#pragma unroll
      for (int row = 0; row < rows_above; ++row) store_relaxed(at + row * boundary_row_, not_yet);
    }
    stage(block);
  }

  __device__ void stage(int block) {
    __syncwarp();
#pragma unroll
    for (int i = 0; i < row_words; ++i) {
      const int row = lane_ / row_words + i * (32 / row_words);
      shared_.samples[row * row_pitch + lane_ % row_words] = S::prepare(loaded_[i]);
    }
#pragma unroll
    for (int row = 0; row < rows_above; ++row) shared_.above[block % 2][row][lane_] = loaded_above_[row];
    __syncwarp();
#pragma unroll
    for (int i = 0; i < row_words; i += 4) {
      const uint4 words = *reinterpret_cast<const uint4*>(&shared_.samples[lane_ * row_pitch + i]);
      ink_[i] = words.x;
      ink_[i + 1] = words.y;
      ink_[i + 2] = words.z;
      ink_[i + 3] = words.w;
    }
  }

  template <bool edge>
  __device__ void run_block(int block) {
    const bool last = edge && block + 1 == stripe_.end;
    if (!last) {
      load_samples<edge>(block + 1, sample_at_ + block_steps * sizeof(Sample));
      load_above<edge>(block + 1, above_at_ + block_steps);
    }

    std::uint32_t ink[row_words];
#pragma unroll
    for (int i = 0; i < row_words; ++i) ink[i] = ink_[i];
    // Errors of the rows above, from column −2 of the block on.
    std::uint32_t above[rows_above][window + block_steps];
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) above[row][i] = state_.above[row][i];
    }
    std::uint32_t y[block_steps];
    std::uint32_t packed = 0;
    uint4 first[rows_above];
    const auto& staged = shared_.above[block % 2];
    const std::uint32_t outside = edge ? steps_outside(block) : 0;
#pragma unroll
    for (int i = 0; i < block_steps; ++i) {
      if (i % 4 == 0) {
#pragma unroll
        for (int row = 0; row < rows_above; ++row) first[row] = *reinterpret_cast<const uint4*>(&staged[row][i]);
      }
      y[i] = step(S::template get<W::shift>(ink[i / S::per_word], i % S::per_word), i >= 1 ? y[i - 1] : state_.left[0],
                  i >= 2 ? y[i - 2] : state_.left[1 - i], above, i, packed);
      if (edge && (outside >> i & 1) != 0) y[i] = no_error;
      take_from_above(above, y[i], i, first);
      if ((i + 1) * pixel_bits % 32 == 0) {
        put_word<edge>(block, (i + 1) * pixel_bits / 32 - 1, packed);
        state_.pending = packed;
      }
      if (i % 4 == 3 && !(edge && (outside >> (i - 3) & 1) != 0)) publish(i - 3, &y[i - 3], &above[0][i - 3 + max_reach]);
      if (i == staging_step && !last) bring_in<edge>(block + 1, above_at_ + block_steps);
    }
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) state_.above[row][i] = above[row][block_steps + i];
    }
    state_.left[0] = y[block_steps - 1];
    state_.left[1] = y[block_steps - 2];
    sample_at_ += block_steps * sizeof(Sample);
    above_at_ += block_steps;
    below_at_ += block_steps;
    word_at_ += 4 * pixel_bits;
  }

  // The steps of a block in which this lane is outside of the page, a bit each.
  __device__ std::uint32_t steps_outside(int block) const {
    const std::int64_t column = std::int64_t{block} * block_steps - skew * (lane_ + 1);
    const auto before = static_cast<unsigned>(clamp(-column, 0, block_steps));
    const auto inside = static_cast<unsigned>(clamp(width_ - column, 0, block_steps));
    return __funnelshift_lc(0, 0xFFFFFFFF, inside) | ~__funnelshift_lc(0, 0xFFFFFFFF, before);
  }

  // One pixel: its y, from its ink and the errors around it. What the left neighbour gives joins last, as it is known
  // last; the compiler may not join it earlier.
  static __device__ std::uint32_t step(std::uint32_t ink, std::uint32_t left1, std::uint32_t left2,
                                       const std::uint32_t (&above)[rows_above][window + block_steps], int i,
                                       std::uint32_t& packed) {
    int sum = W::bias - static_cast<int>(ink);
    if constexpr (rows_above == 2) sum += collect<-2>(&above[1][i]);
    sum += collect<-1>(&above[0][i]);
    asm("" : "+r"(sum));
    sum += W::template of<0, -2> * static_cast<int>(left2);
    if constexpr (W::template of<0, -2> != 0) asm("" : "+r"(sum));
    sum += W::template of<0, -1> * static_cast<int>(left1);
    return quantise<levels>(sum >> W::shift, packed);
  }

  // What one row above gives, from its columns −2 to 2.
  template <int row>
  static __device__ int collect(const std::uint32_t* above) {
    return W::template of<row, -2> * static_cast<int>(above[0]) + W::template of<row, -1> * static_cast<int>(above[1]) +
           W::template of<row, 0> * static_cast<int>(above[2]) + W::template of<row, 1> * static_cast<int>(above[3]) +
           W::template of<row, 2> * static_cast<int>(above[4]);
  }

  // The errors above this row, `skew` columns on: from the lane above, for lane 0 from the stripe above.
  __device__ void take_from_above(std::uint32_t (&above)[rows_above][window + block_steps], std::uint32_t y, int i,
                                  const uint4 (&first)[rows_above]) const {
    std::uint32_t from_lane[rows_above];
    from_lane[0] = __shfl_up_sync(0xFFFFFFFF, y, 1);
    if constexpr (rows_above == 2) from_lane[1] = __shfl_up_sync(0xFFFFFFFF, above[0][i + max_reach], 1);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
      const std::uint32_t own = i % 4 == 0   ? first[row].x
                                : i % 4 == 1 ? first[row].y
                                : i % 4 == 2 ? first[row].z
                                             : first[row].w;
      above[row][i + window] = lane_ == 0 ? own : from_lane[row];
    }
  }

  // Hands four columns of the last row on, and of the row above it where the filter reaches two rows up.
  __device__ void publish(int i, const std::uint32_t* y, const std::uint32_t* above) const {
    if (lane_ != stripe_.rows - 1) return;
    store_relaxed4(below_at_ + i, y[0], y[1], y[2], y[3]);
    if constexpr (rows_above == 2) store_relaxed4(below_at_ + boundary_row_ + i, above[0], above[1], above[2], above[3]);
  }

  // Each lane's 32 bits of pixels begin where its skew puts them: the word of the plate that they complete is written.
  template <bool edge>
  __device__ void put_word(int block, int i, std::uint32_t packed) const {
    const std::uint32_t pixels = __byte_perm(__funnelshift_l(packed, state_.pending, skewed() % 32), 0, 0x0123);
    if constexpr (edge) {
      store_bytes(4 * (std::int64_t{block} * pixel_bits + i - skewed() / 32 - 1), pixels);
    } else {
      *reinterpret_cast<std::uint32_t*>(word_at_ + 4 * i) = pixels;
    }
  }

  __device__ void store_bytes(std::int64_t byte, std::uint32_t pixels) const {
    const std::int64_t row_bytes = (width_ * pixel_bits + 7) / 8;
    if (lane_ >= stripe_.rows || byte < 0) return;
    if (aligned_ && byte + 4 <= row_bytes) {
      *reinterpret_cast<std::uint32_t*>(stripe_.pixels + lane_ * stripe_.pixels_row + byte) = pixels;
      return;
    }
#pragma unroll 1
    for (int i = 0; i < 4 && byte + i < row_bytes; ++i)
      stripe_.pixels[lane_ * stripe_.pixels_row + byte + i] = static_cast<std::byte>(pixels >> (8 * i));
  }

  __device__ void finish() {
    if (stripe_.end == blocks_of(width_, stripe_.rows)) {
      put_word<true>(stripe_.end, 0, 0);
    } else {
      each_state_word([&](int i, std::uint32_t& word) { stripe_.state[i * 32 + lane_] = word; });
    }
  }

  Stripe stripe_;
  std::int64_t width_;
  std::int64_t boundary_row_;
  Shared& shared_;
  int lane_;

  const std::byte* sample_at_;
  std::uint32_t* above_at_;
  std::uint32_t* below_at_;
  std::byte* word_at_;
  int inside_end_;
  bool aligned_;  // all rows, to words

  Lane<rows_above> state_;
  std::uint32_t loaded_[row_words];         // samples of the next block, as loaded
  std::uint32_t loaded_above_[rows_above];  // boundary words of it
  std::uint32_t ink_[row_words];            // samples of this lane's row
};

/// The stripe that an item of the launch stands for: planes in turn, from the top of the page down.
inline __device__ Stripe stripe_of(const Launch& launch, std::uint32_t item, int rows_above) {
  const int plane = static_cast<int>(item % launch.planes);
  int number = static_cast<int>(item / launch.planes);
  int index = 0;
  while (number >= launch.strip[index].stripes) number -= launch.strip[index++].stripes;
  const StripInFlight& strip = launch.strip[index];
  const int row = number * stripe_rows;
  const int rows = min(strip.rows - row, stripe_rows);
  const std::int64_t offset = strip.offset + number * lag_of(stripe_rows);
  const std::int64_t blocks = blocks_of(launch.width, rows);
  const std::int64_t global = strip.first_stripe + number;
  const auto words_of = [&](std::int64_t stripe) {
    return launch.boundary + (stripe % launch.slots * launch.planes + plane) * rows_above * launch.boundary_row;
  };
  return {.samples = strip.samples + plane * strip.samples_plane + row * strip.samples_row,
          .samples_row = strip.samples_row,
          .pixels = strip.pixels + plane * strip.pixels_plane + row * strip.pixels_row,
          .pixels_row = strip.pixels_row,
          .rows = rows,
          .begin = static_cast<int>(clamp(launch.begin - offset, 0, blocks)),
          .end = static_cast<int>(clamp(launch.end - offset, 0, blocks)),
          .above = words_of(global - 1),
          .below = words_of(global),
          .state = launch.state + (global % launch.slots * launch.planes + plane) * state_words * 32};
}

template <Method method, int levels, typename Sample>
__global__ void __launch_bounds__(32 * warps_per_block) advance(const __grid_constant__ Launch launch) {
  using Run = StripeRun<method, levels, Sample>;
  __shared__ typename Run::Shared shared[warps_per_block];
  for (;;) {
    std::uint32_t item = 0;
    if (threadIdx.x % 32 == 0) item = atomicAdd(launch.ticket, 1) - launch.first_ticket;
    item = __shfl_sync(0xFFFFFFFF, item, 0);
    if (item >= launch.items) return;
    const Stripe stripe = stripe_of(launch, item, Run::rows_above);
    if (stripe.begin < stripe.end) Run(stripe, launch.width, launch.boundary_row, shared[threadIdx.x / 32]).run();
  }
}

}  // namespace platerip::halftone::cuda
