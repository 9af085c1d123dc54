// The warps that turn a stripe's samples, and the samples and pixels of the planes beside it, into what each step
// begins with. Each warp has half of the rows, and each lane half of a row's columns in a block. The pixels beside were
// written by earlier launches (beside_blocks in filter_planes.cpp).
#pragma once

#include "halftone/cuda/even/fed.cuh"
#include "halftone/cuda/even/words.cuh"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

template <std::size_t place, typename Sample>
class BesideFeed {
 public:
  __device__ BesideFeed(const Stripe& stripe, EvenFed& fed, const EvenTables& tables, int warp)
      : stripe_(stripe),
        fed_(fed),
        tables_(tables),
        lane_(threadIdx.x % 32),
        row_(warp * warp_rows + lane_ % warp_rows),
        first_(lane_ / warp_rows * columns),
        row_bytes_(stripe.width * sizeof(Sample)),
        aligned_(((reinterpret_cast<std::uintptr_t>(stripe.samples) | stripe.samples_row | stripe.samples_plane) & 3) ==
                 0) {}

  __device__ void run() {
    load(stripe_.begin);
    for (int block = stripe_.begin; block < stripe_.end + fed_ahead; ++block) {
      __syncwarp();                        // a warp must be together at a barrier
      const int next = block - fed_ahead;  // the block to be made ready
      if (next > stripe_.begin) Begun<even_sample_warps>::wait();
      if (next >= stripe_.begin) Fetched<even_sample_warps>::arrive();
      if (block < stripe_.end) feed(block);
    }
    Begun<even_sample_warps>::wait();
  }

 private:
  static constexpr int skew = tone_skew<place>;
  static constexpr int warp_rows = stripe_rows / even_sample_warps;
  static constexpr int columns = block_steps * warp_rows / 32;  // of a lane
  static constexpr int row_words = columns * sizeof(Sample) / 4;
  static constexpr int line_bytes = 128;
  static constexpr int line_blocks = line_bytes / sizeof(Sample) / block_steps;
  static constexpr bool seeded = tone_filters[place].seeded;

  // What is loaded of one plane for a lane: the words of its row in which its samples are, and the bytes of the plate
  // in which its pixels are. They are not touched before the next block, so that the lane does not wait for them.
  struct Columns {
    std::uint32_t words[row_words + 1];
    std::uint32_t pixels[columns / 8 + 1];
  };
  struct Loaded {
    Columns of[1 + max_beside];
  };

  [[nodiscard]] __device__ std::int64_t column(int block) const {
    return std::int64_t{block} * block_steps - skew * (row_ + 1) + first_;
  }

  __device__ void feed(int block) {
    const Loaded loaded = loaded_;
    if (block + 1 < stripe_.end) load(block + 1);
    put(block, loaded);
    if (block % line_blocks == 0) prefetch(block / line_blocks + prefetch_lines);
  }

  // Loads a block ahead of its use.
  __device__ void load(int block) {
#pragma unroll
    for (int i = 0; i <= max_beside; ++i) {
      const int plane = i == 0 ? 0 : stripe_.beside[i - 1];
      Columns& to = loaded_.of[i];
      to = {};
      if (row_ >= stripe_.rows || (i > 0 && plane == 0)) continue;
      const std::int64_t first = column(block);
      load_words(stripe_.samples + plane * stripe_.samples_plane + row_ * stripe_.samples_row, first, to);
      if (i > 0) load_pixels(stripe_.pixels + plane * stripe_.pixels_plane + row_ * stripe_.pixels_row, first, to);
    }
  }

  static __device__ std::int64_t byte_of(std::int64_t column) {
    return column * static_cast<std::int64_t>(sizeof(Sample));
  }

  __device__ void load_words(const std::byte* row, std::int64_t column, Columns& to) const {
    const std::int64_t first = byte_of(column) & ~std::int64_t{3};
#pragma unroll
    for (int i = 0; i <= row_words; ++i) {
      const std::int64_t byte = first + 4 * i;
      if (byte < 0 || byte >= row_bytes_) continue;
      if (aligned_ && byte + 4 <= row_bytes_) {
        to.words[i] = *reinterpret_cast<const std::uint32_t*>(row + byte);
      } else {
        to.words[i] = gather_word<Sample>(row + byte, static_cast<int>(clamp(row_bytes_ - byte, 0, 4)));
      }
    }
  }

  __device__ void load_pixels(const std::byte* row, std::int64_t column, Columns& to) const {
    const std::int64_t end = (stripe_.width + 7) / 8;
#pragma unroll
    for (int i = 0; i <= columns / 8; ++i) {
      const std::int64_t byte = (column >> 3) + i;
      if (byte >= 0 && byte < end) to.pixels[i] = static_cast<std::uint32_t>(row[byte]);
    }
  }

  // Prefetches a line of the row in each plane into the L2 cache.
  __device__ void prefetch(int line) const {
    const std::int64_t byte = std::int64_t{line} * line_bytes;
    if (byte >= row_bytes_ || row_ >= stripe_.rows || first_ > 0) return;
#pragma unroll
    for (int i = 0; i <= max_beside; ++i) {
      const int plane = i == 0 ? 0 : stripe_.beside[i - 1];
      prefetch_line(stripe_.samples + plane * stripe_.samples_plane + row_ * stripe_.samples_row + byte);
    }
  }

  // A lane's samples and pixels of one plane in order. The first pixel is in the highest bit.
  struct Row {
    std::uint32_t samples[row_words];
    std::uint32_t pixels;
  };
  static __device__ Row row_of(const Columns& loaded, std::int64_t column) {
    Row row;
#pragma unroll
    for (int i = 0; i < row_words; ++i)
      row.samples[i] =
          __funnelshift_r(loaded.words[i], loaded.words[i + 1], static_cast<unsigned>(byte_of(column) & 3) * 8);
    row.pixels = 0;
#pragma unroll
    for (int i = 0; i <= columns / 8; ++i) row.pixels |= loaded.pixels[i] << (24 - 8 * i);
    row.pixels <<= column & 7;
    return row;
  }
  static __device__ int sample_at(const Row& row, int i) {
    if constexpr (sizeof(Sample) == 1) return static_cast<int>(row.samples[i / 4] >> (i % 4 * 8) & 0xFF);
    return static_cast<int>(row.samples[i / 2] >> (i % 2 * 16) & 0xFFFF);
  }

  // The amount above paper, 0 for solid.
  static __device__ int amount_of(std::uint32_t word) {
    const int amount = static_cast<int>(word & 0xFFE0);
    return amount == tone_step ? 0 : amount;
  }
  static __device__ int amount_beside(int sample) {
    if constexpr (sizeof(Sample) == 1) return sample == 255 ? 0 : 128 * sample;
    const auto in_1020 = static_cast<int>((1020U * static_cast<unsigned>(sample) + 32767) / 65535);
    return in_1020 == 1020 ? 0 : 32 * in_1020;
  }

  [[nodiscard]] __device__ EvenPixel pixel_of(const Row (&rows)[1 + max_beside], std::int64_t column, int i) const {
    const bool inside = row_ < stripe_.rows && column + i >= 0 && column + i < stripe_.width;
    if (!inside) return {even_outside, 0, seed_byte(0)};
    const std::uint32_t word = word_of<Sample>(tables_, sample_at(rows[0], i));
    const int above = amount_of(word);
    std::uint32_t overlaps = 0;
#pragma unroll
    for (int k = 0; k < max_beside; ++k) {
      const Row& beside = rows[1 + k];
      const bool has_ink = (beside.pixels >> (31 - i) & 1) != 0;
      overlaps |= overlap_half(above, amount_beside(sample_at(beside, i)), has_ink) << (16 * k);
    }
    const bool may_have_seed = seeded && is_seeded_word(word);
    return {word, overlaps,
            may_have_seed ? seed_byte(tone_seed(column + i, stripe_.first_row + row_, stripe_.ink)) : no_seed};
  }

  // All words are made before any is stored, because the compiler does not know that the tables and the words do not
  // overlap.
  __device__ void put(int block, const Loaded& loaded) const {
    Row rows[1 + max_beside];
#pragma unroll
    for (int i = 0; i <= max_beside; ++i) rows[i] = row_of(loaded.of[i], column(block));
    EvenPixel pixels[columns];
#pragma unroll
    for (int i = 0; i < columns; ++i) pixels[i] = pixel_of(rows, column(block), i);
#pragma unroll
    for (int i = 0; i < columns; i += 4) {
      const int slot = slot_of(block), group = (first_ + i) / 4;
      const EvenPixel(&p)[columns] = pixels;
      fed_.words[slot][group][row_] = {p[i].word, p[i + 1].word, p[i + 2].word, p[i + 3].word};
      fed_.overlaps[slot][group][row_] = {p[i].overlaps, p[i + 1].overlaps, p[i + 2].overlaps, p[i + 3].overlaps};
      fed_.seeds[slot][group][row_] =
          static_cast<std::uint32_t>(p[i].seed | p[i + 1].seed << 8 | p[i + 2].seed << 16 | p[i + 3].seed << 24);
    }
  }

  Stripe stripe_;
  EvenFed& fed_;
  const EvenTables& tables_;
  int lane_;
  int row_;
  int first_;  // of the lane's columns in a block
  std::int64_t row_bytes_;
  bool aligned_;  // every row of samples begins at a word
  Loaded loaded_;
};

}  // namespace platerip::halftone::cuda
