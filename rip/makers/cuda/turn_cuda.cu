#include "rip/makers/cuda/turn_cuda.h"

#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

constexpr int lanes = 32;
constexpr int warps = 8;
constexpr int word = 4;  // bytes

// A thread block turns a tile: so many rows of the page as it lies, and so many of their columns, or fewer if pixels
// are large. In shared memory, a row takes an odd number of words, so that a column lies in different banks.
constexpr int tile_rows = 64;
constexpr int most_tile_columns = 32;
constexpr int tile_row_bytes = 256;
constexpr int tile_row_words = tile_row_bytes / word + 1;

// The rows that lie, and those that are made of them.
struct Turning {
  const std::byte* from;
  std::byte* to;
  std::int64_t from_width;  // pixels
  std::int64_t from_rows;
  std::int64_t to_width;
  std::int64_t to_rows;
  Turn turn;
  int pixel_bytes;
  int tile_columns;
};

// The part of the rows that a thread block turns.
struct Tile {
  std::int64_t row;
  std::int64_t column;
  int rows;
  int columns;
};

__device__ Tile tile_of(const Turning& turning, std::int64_t index) {
  const std::int64_t across = (turning.from_width + turning.tile_columns - 1) / turning.tile_columns;
  const std::int64_t row = index / across * tile_rows, column = index % across * turning.tile_columns;
  return {row, column, static_cast<int>(min(std::int64_t{tile_rows}, turning.from_rows - row)),
          static_cast<int>(min(std::int64_t{turning.tile_columns}, turning.from_width - column))};
}

__device__ int in_word(std::int64_t offset) {
  return static_cast<int>(offset & (word - 1));
}

// A tile in shared memory. It comes in whole words of device memory, so a row begins somewhere in its first word.
struct Bytes {
  const std::uint32_t* words;
  int first;  // where the first row begins
  int next;   // and by how much later the next one

  __device__ std::uint32_t at(int row, int byte) const {
    const int begin = (first + row * next) & (word - 1);
    return reinterpret_cast<const std::uint8_t*>(words + row * tile_row_words)[begin + byte];
  }
};

// Brings `rows` rows of `bytes` bytes to shared memory.
__device__ void load(const std::byte* from, std::int64_t stride, int rows, int bytes, std::int64_t offset,
                     std::uint32_t* words) {
  for (int row = static_cast<int>(threadIdx.y); row < rows; row += warps) {
    const std::int64_t begin = offset + row * stride;
    const int count = (in_word(begin) + bytes + word - 1) / word;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += lanes)
      words[row * tile_row_words + i] = reinterpret_cast<const std::uint32_t*>(from)[begin / word + i];
  }
}

// Writes the words of a row from byte `begin` of the first one up to byte `end`. byte_at() counts from there, too.
template <typename ByteAt>
__device__ void write_row(std::byte* words, int begin, int end, const ByteAt& byte_at) {
  for (int i = static_cast<int>(threadIdx.x) * word; i < end; i += lanes * word) {
    if (i >= begin && i + word <= end) {
      *reinterpret_cast<std::uint32_t*>(words + i) =
          byte_at(i) | byte_at(i + 1) << 8 | byte_at(i + 2) << 16 | byte_at(i + 3) << 24;
      continue;
    }
    for (int k = max(i, begin); k < min(i + word, end); ++k) words[k] = static_cast<std::byte>(byte_at(k));
  }
}

// `pixels`: bytes of a pixel; 0: turning.pixel_bytes.
template <int pixels>
__global__ void __launch_bounds__(lanes* warps) turn_tiles(Turning turning) {
  __shared__ std::uint32_t words[tile_rows * tile_row_words];
  const int pixel = pixels > 0 ? pixels : turning.pixel_bytes;
  const Turn turn = turning.turn;
  const Tile tile = tile_of(turning, blockIdx.x);
  const std::int64_t row_bytes = turning.from_width * pixel;
  const std::int64_t offset = tile.row * row_bytes + tile.column * pixel;
  load(turning.from, row_bytes, tile.rows, tile.columns * pixel, offset, words);
  __syncthreads();

  const Bytes bytes{words, in_word(offset), in_word(row_bytes)};
  const int run = turn.exchange ? tile.rows : tile.columns;  // pixels of each row that is made
  const std::int64_t x = turn.exchange ? tile.row : tile.column, y = turn.exchange ? tile.column : tile.row;
  const std::int64_t to_x = turn.flip_x ? turning.to_width - x - run : x;
  for (int made = static_cast<int>(threadIdx.y); made < (turn.exchange ? tile.columns : tile.rows); made += warps) {
    const std::int64_t to_y = turn.flip_y ? turning.to_rows - 1 - y - made : y + made;
    const std::int64_t to = (to_y * turning.to_width + to_x) * pixel;
    const int begin = in_word(to);
    write_row(turning.to + to - begin, begin, begin + run * pixel, [&](int byte) {
      const int place = (byte - begin) / pixel, part = (byte - begin) % pixel;
      const int along = turn.flip_x ? run - 1 - place : place;
      return turn.exchange ? bytes.at(along, made * pixel + part) : bytes.at(made, along * pixel + part);
    });
  }
}

using Kernel = void (*)(Turning);

Kernel kernel_for(int pixel_bytes) {
  switch (pixel_bytes) {
    case 1:
      return turn_tiles<1>;
    case 2:
      return turn_tiles<2>;
    case 3:
      return turn_tiles<3>;
    case 4:
      return turn_tiles<4>;
    case 6:
      return turn_tiles<6>;
    case 8:
      return turn_tiles<8>;
    default:
      return turn_tiles<0>;
  }
}

}  // namespace

Status enqueue_turn(const RowsToTurn& rows, separation::cuda::Stream stream) {
  const bool exchange = rows.turn.exchange;
  const Turning turning{.from = rows.from,
                        .to = rows.to,
                        .from_width = exchange ? rows.rows : rows.width,
                        .from_rows = exchange ? rows.width : rows.rows,
                        .to_width = rows.width,
                        .to_rows = rows.rows,
                        .turn = rows.turn,
                        .pixel_bytes = rows.pixel_bytes,
                        .tile_columns = std::min(most_tile_columns, tile_row_bytes / rows.pixel_bytes)};
  const std::int64_t across = (turning.from_width + turning.tile_columns - 1) / turning.tile_columns;
  const std::int64_t down = (turning.from_rows + tile_rows - 1) / tile_rows;
  return start_kernel("cannot turn the page on the GPU", kernel_for(rows.pixel_bytes),
                      static_cast<unsigned>(across * down), dim3(lanes, warps), stream, turning);
}

}  // namespace platerip::rip::cuda
