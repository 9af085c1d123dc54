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

template <>
struct Samples<std::uint8_t> {
  static constexpr int per_word = 4;
  static __device__ std::uint32_t prepare(std::uint32_t word) { return word; }
  static __device__ std::uint32_t get(std::uint32_t word, int i) { return __byte_perm(word, 0, 0x4440 + i); }
  static constexpr int scale = 16;  // of the samples to A
};

template <>
struct Samples<std::uint16_t> {
  static constexpr int per_word = 2;
  static __device__ std::uint32_t amount(std::uint32_t a) { return (a * solid + 32767) / 65535; }
  static __device__ std::uint32_t prepare(std::uint32_t word) {
    return amount(word & 0xFFFF) | amount(word >> 16) << 16;
  }
  static __device__ std::uint32_t get(std::uint32_t word, int i) { return __byte_perm(word, 0, i == 0 ? 0x4410 : 0x4432); }
  static constexpr int scale = 1;
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
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

inline __device__ void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

inline __device__ void store_relaxed4(std::uint32_t* words, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                      std::uint32_t d) {
  asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(words), "r"(a), "r"(b), "r"(c), "r"(d)
               : "memory");
}

/// One stripe of one plane.
struct Stripe {
  const std::byte* samples;  // of its first row
  std::int64_t samples_row;
  std::byte* pixels;
  std::int64_t pixels_row;
  int rows;
  std::int64_t begin;  // blocks
  std::int64_t end;
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
  static constexpr int loads = row_words;                      // words that each lane loads for all
  static constexpr std::uint32_t no_error = max_error;

  struct Shared {
    alignas(16) std::uint32_t samples[stripe_rows * row_pitch];
    alignas(16) std::uint32_t above[rows_above][block_steps];
  };

  __device__ StripeRun(const Stripe& stripe, std::int64_t width, std::int64_t boundary_row, Shared& shared)
      : stripe_(stripe), width_(width), boundary_row_(boundary_row), shared_(shared), lane_(threadIdx.x % 32) {}

  __device__ void run() {
    load_state();
    std::uint32_t words[loads];
    load_samples(stripe_.begin, words);
    std::uint32_t above[rows_above];
    load_above(stripe_.begin, above);
    for (std::int64_t block = stripe_.begin; block < stripe_.end; ++block) {
      if (is_inside(block)) {
        run_block<false>(block, words, above);
      } else {
        run_block<true>(block, words, above);
      }
    }
    finish();
  }

 private:
  // Whether all lanes of this block, and of the next one's samples, are within the page, and so are the words of pixels.
  __device__ bool is_inside(std::int64_t block) const {
    return block * block_steps > skew * stripe_rows && (block + 2) * block_steps <= width_ && stripe_.rows == stripe_rows;
  }

  __device__ void load_state() {
    if (stripe_.begin == 0) {
      lane_state_.left[0] = lane_state_.left[1] = no_error;
      for (auto& row : lane_state_.above) {
        for (auto& y : row) y = no_error;
      }
      lane_state_.pending = 0;
      return;
    }
    each_state_word([&](int i, std::uint32_t& word) { word = stripe_.state[i * 32 + lane_]; });
  }

  template <typename Use>
  __device__ void each_state_word(Use use) {
    use(0, lane_state_.left[0]);
    use(1, lane_state_.left[1]);
    use(2, lane_state_.pending);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) use(3 + row * window + i, lane_state_.above[row][i]);
    }
    static_assert(3 + rows_above * window <= state_words);
  }

  // Words of samples: neighbouring lanes take neighbouring words of a row.
  __device__ void load_samples(std::int64_t block, std::uint32_t (&words)[loads]) const {
    const int word = lane_ % row_words;
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int row = lane_ / row_words + i * (32 / row_words);
      words[i] = load_word(row, block * block_steps - skew * (row + 1) + word * S::per_word);
    }
  }

  __device__ std::uint32_t load_word(int row, std::int64_t column) const {
    if (row >= stripe_.rows || column >= width_ || column + S::per_word <= 0) return 0;
    const auto* samples = reinterpret_cast<const Sample*>(stripe_.samples + row * stripe_.samples_row) + column;
    if (column >= 0 && column + S::per_word <= width_ && reinterpret_cast<std::uintptr_t>(samples) % 4 == 0)
      return *reinterpret_cast<const std::uint32_t*>(samples);
    std::uint32_t word = 0;
    for (int i = 0; i < S::per_word; ++i) {
      if (column + i >= 0 && column + i < width_) word |= static_cast<std::uint32_t>(samples[i]) << (32 / S::per_word * i);
    }
    return word;
  }

  // The same where nothing lies outside.
  __device__ void load_samples_inside(std::int64_t block, std::uint32_t (&words)[loads]) const {
    const int word = lane_ % row_words;
    const int first_row = lane_ / row_words;
    constexpr int row_step = 32 / row_words;
    const std::byte* at = stripe_.samples + first_row * stripe_.samples_row +
                          (block * block_steps - skew * (first_row + 1) + word * S::per_word) * std::int64_t{sizeof(Sample)};
    const std::int64_t step = row_step * (stripe_.samples_row - skew * std::int64_t{sizeof(Sample)});
#pragma unroll
    for (int i = 0; i < loads; ++i) words[i] = *reinterpret_cast<const std::uint32_t*>(at + i * step);
  }

  __device__ void stage_samples(const std::uint32_t (&words)[loads]) {
    const int word = lane_ % row_words;
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int row = lane_ / row_words + i * (32 / row_words);
      shared_.samples[row * row_pitch + word] = S::prepare(words[i]);
    }
  }

  // The boundary words that lane 0 takes in during a block: each lane fetches one column of each row.
  __device__ std::int64_t above_column(std::int64_t block) const { return block * block_steps + lane_; }

  __device__ void load_above(std::int64_t block, std::uint32_t (&above)[rows_above]) const {
    const std::int64_t column = above_column(block);
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      above[row] = column >= width_ ? no_error : load_relaxed(stripe_.above + row * boundary_row_ + column);
  }

  // Waits until all of them are known, and gives the words back for the next use.
  __device__ void await_above(std::int64_t block, std::uint32_t (&above)[rows_above]) const {
    const auto waiting = [&] {
      bool any = above[0] == not_yet;
      if constexpr (rows_above == 2) any |= above[1] == not_yet;
      return __any_sync(0xFFFFFFFF, any);
    };
    while (waiting()) load_above(block, above);
    const std::int64_t column = above_column(block);
    if (column >= width_) return;
#pragma unroll
    for (int row = 0; row < rows_above; ++row) store_relaxed(stripe_.above + row * boundary_row_ + column, not_yet);
  }

  template <bool edge>
  __device__ void run_block(std::int64_t block, std::uint32_t (&words)[loads], std::uint32_t (&above)[rows_above]) {
    await_above(block, above);
    __syncwarp();
    stage_samples(words);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) shared_.above[row][lane_] = above[row];
    __syncwarp();
    if (block + 1 < stripe_.end) {
      if (edge || !aligned()) {
        load_samples(block + 1, words);
      } else {
        load_samples_inside(block + 1, words);
      }
      load_above(block + 1, above);
    }

    // Errors of the rows above, from column −2 of the block on.
    std::uint32_t y_above[rows_above][window + block_steps];
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) y_above[row][i] = lane_state_.above[row][i];
    }
    std::uint32_t y[block_steps];
    std::uint32_t packed = 0;
    const std::int64_t column = block * block_steps - skew * (lane_ + 1);
#pragma unroll
    for (int group = 0; group < block_steps / 4; ++group) {
      std::uint32_t sample_words[4 / S::per_word];
      read_samples(group, sample_words);
      uint4 first[rows_above];
#pragma unroll
      for (int row = 0; row < rows_above; ++row) first[row] = *reinterpret_cast<const uint4*>(&shared_.above[row][4 * group]);
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int i = 4 * group + k;
        const std::uint32_t a = S::get(sample_words[k / S::per_word], k % S::per_word);
        const std::uint32_t left1 = i >= 1 ? y[i - 1] : lane_state_.left[0];
        const std::uint32_t left2 = i >= 2 ? y[i - 2] : lane_state_.left[1 - i];
        std::uint32_t next = step(a, left1, left2, y_above, i, packed);
        if (edge && (column + i < 0 || column + i >= width_)) next = no_error;
        y[i] = next;
        std::uint32_t from_above[2] = {__shfl_up_sync(0xFFFFFFFF, next, 1), 0};
        if constexpr (rows_above == 2) from_above[1] = __shfl_up_sync(0xFFFFFFFF, y_above[0][i + max_reach], 1);
#pragma unroll
        for (int row = 0; row < rows_above; ++row) {
          const std::uint32_t own = k == 0 ? first[row].x : k == 1 ? first[row].y : k == 2 ? first[row].z : first[row].w;
          y_above[row][i + window] = lane_ == 0 ? own : from_above[row];
        }
        if ((i + 1) * pixel_bits % 32 == 0) {
          put_word<edge>(block * pixel_bits + (i + 1) * pixel_bits / 32 - 1, packed);
          lane_state_.pending = packed;
        }
      }
      publish<edge>(column + 4 * group, &y[4 * group], &y_above[0][4 * group + max_reach]);
    }
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) lane_state_.above[row][i] = y_above[row][block_steps + i];
    }
    lane_state_.left[0] = y[block_steps - 1];
    lane_state_.left[1] = y[block_steps - 2];
  }

  __device__ bool aligned() const {
    return (reinterpret_cast<std::uintptr_t>(stripe_.samples) | static_cast<std::uintptr_t>(stripe_.samples_row)) % 4 == 0;
  }

  __device__ void read_samples(int group, std::uint32_t (&words)[4 / S::per_word]) const {
    const std::uint32_t* at = &shared_.samples[lane_ * row_pitch + group * (4 / S::per_word)];
#pragma unroll
    for (int i = 0; i < 4 / S::per_word; ++i) words[i] = at[i];
  }

  // One pixel: y of the pixel, from its sample and the errors around it.
  static __device__ std::uint32_t step(std::uint32_t a, std::uint32_t left1, std::uint32_t left2,
                                       const std::uint32_t (&above)[rows_above][window + block_steps], int i,
                                       std::uint32_t& packed) {
    int sum = W::bias - static_cast<int>(a) * (S::scale << W::shift);
    if constexpr (rows_above == 2) sum += collect<-2>(&above[1][i]);
    sum += collect<-1>(&above[0][i]);
    sum += W::template of<0, -2> * static_cast<int>(left2);
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

  // Hands four columns of the last row on, and of the row above it where the filter reaches two rows up.
  template <bool edge>
  __device__ void publish(std::int64_t column, const std::uint32_t* y, const std::uint32_t* above) const {
    if (lane_ != stripe_.rows - 1 || (edge && (column < 0 || column >= width_))) return;
    std::uint32_t* at = stripe_.below + column;
    store_relaxed4(at, y[0], y[1], y[2], y[3]);
    if constexpr (rows_above == 2) store_relaxed4(at + boundary_row_, above[0], above[1], above[2], above[3]);
  }

  // Each lane's 32 bits of pixels begin where its skew puts them: the word of the plate that they complete is written.
  template <bool edge>
  __device__ void put_word(std::int64_t number, std::uint32_t packed) const {
    const int skewed = skew * (lane_ + 1) * pixel_bits;
    const std::int64_t word = number - skewed / 32 - 1;
    store_word<edge>(word, __funnelshift_l(packed, lane_state_.pending, skewed % 32));
  }

  template <bool edge>
  __device__ void store_word(std::int64_t word, std::uint32_t pixels) const {
    const std::int64_t row_bytes = (width_ * pixel_bits + 7) / 8;
    if (edge && (lane_ >= stripe_.rows || word < 0 || 4 * word >= row_bytes)) return;
    std::byte* at = stripe_.pixels + lane_ * stripe_.pixels_row + 4 * word;
    const std::uint32_t in_memory = __byte_perm(pixels, 0, 0x0123);
    if ((!edge || 4 * word + 4 <= row_bytes) && reinterpret_cast<std::uintptr_t>(at) % 4 == 0) {
      *reinterpret_cast<std::uint32_t*>(at) = in_memory;
      return;
    }
    for (int i = 0; i < 4 && 4 * word + i < row_bytes; ++i) at[i] = static_cast<std::byte>(in_memory >> (8 * i));
  }

  __device__ void finish() {
    const std::int64_t all_blocks = blocks_of(width_, stripe_.rows);
    if (stripe_.end == all_blocks) {
      put_word<true>(all_blocks * pixel_bits, 0);
      return;
    }
    each_state_word([&](int i, std::uint32_t& word) { stripe_.state[i * 32 + lane_] = word; });
  }

  Stripe stripe_;
  std::int64_t width_;
  std::int64_t boundary_row_;
  Shared& shared_;
  int lane_;
  Lane<rows_above> lane_state_;
};

inline __device__ std::int64_t clamp(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value < low ? low : value > high ? high : value;
}

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
          .begin = clamp(launch.begin - offset, 0, blocks),
          .end = clamp(launch.end - offset, 0, blocks),
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
