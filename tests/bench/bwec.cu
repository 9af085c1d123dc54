#include "tests/bench/bwec.h"

#include <algorithm>

namespace platerip::bench {
namespace {

constexpr int side = 32;            // of a block, in rows and in columns
constexpr int delay = 2;            // columns that a row stays behind the row above
constexpr int edge = delay + 1;     // errors at the right end of a block's row that the next block needs

int block_rows(int height) {
  return (height + side - 1) / side;
}
int block_columns(int width) {
  return (width + delay * (side - 1) + side - 1) / side;
}
// A block waits for the one to its left and for that above whose columns reach one further than its own.
constexpr int labels_per_row = 3;

struct Page {
  const std::uint8_t* planes;
  std::uint8_t* halftones;
  int width;
  int height;
  std::int16_t* c;  // [plane][parity of the block's row][column]
  std::int16_t* r;  // [plane][row][edge]
};

__device__ int quantise(int s, std::uint8_t& ink) {
  ink = s > 2040;
  return ink ? s - 4080 : s;
}

__global__ void collect(Page page, int label, int first_row) {
  __shared__ std::uint8_t pixels[side][side + 4];
  __shared__ std::int16_t errors[side + 1][side + edge];  // [row, the one above first][column, the last block's edge first]
  const int lane = static_cast<int>(threadIdx.x);
  const int block_row = first_row + static_cast<int>(blockIdx.x);
  const int block_column = label - labels_per_row * block_row;
  const std::int64_t plane = blockIdx.y;
  const std::int64_t plane_pixels = std::int64_t{page.width} * page.height;
  const int top = block_row * side;
  const std::uint8_t* in = page.planes + plane * plane_pixels;
  std::uint8_t* out = page.halftones + plane * plane_pixels;
  const std::int16_t* above = page.c + (plane * 2 + (block_row + 1) % 2) * page.width;
  std::int16_t* below = page.c + (plane * 2 + block_row % 2) * page.width;
  std::int16_t* right = page.r + (plane * page.height + top) * edge;

  for (int row = 0; row < side; ++row) {
    const int x = block_column * side - delay * row + lane;
    const int y = top + row;
    pixels[row][lane] = y < page.height && x >= 0 && x < page.width ? in[std::int64_t{y} * page.width + x] : 0;
  }
  for (int i = lane; i < side + edge; i += side) {  // a row of the block above, had it one
    const int x = block_column * side + delay - edge + i;
    errors[0][i] = block_row > 0 && x >= 0 && x < page.width ? above[x] : 0;
  }
  const bool inside = top + lane < page.height;
  for (int i = 0; i < edge; ++i) errors[lane + 1][i] = block_column > 0 && inside ? right[lane * edge + i] : 0;
  __syncwarp();

  int left = errors[lane + 1][edge - 1];
  int upper_left = errors[lane][0], upper = errors[lane][1];
  for (int i = 0; i < side; ++i) {
    const int x = block_column * side - delay * lane + i;
    const int upper_right = errors[lane][i + 2];
    std::uint8_t ink = 0;
    const int sum = 7 * left + upper_left + 5 * upper + 3 * upper_right;
    int e = quantise(16 * pixels[lane][i] + ((sum + 8) >> 4), ink);
    if (x < 0 || x >= page.width || !inside) e = 0;
    left = e;
    upper_left = upper;
    upper = upper_right;
    pixels[lane][i] = ink;
    errors[lane + 1][i + edge] = static_cast<std::int16_t>(e);
    __syncwarp();
  }
  for (int row = 0; row < side; ++row) {
    const int x = block_column * side - delay * row + lane;
    const int y = top + row;
    if (y < page.height && x >= 0 && x < page.width) out[std::int64_t{y} * page.width + x] = pixels[row][lane];
  }
  const int bottom = block_column * side - delay * (side - 1) + lane;
  if (bottom >= 0 && bottom < page.width) below[bottom] = errors[side][lane + edge];
  if (inside) {
    for (int i = 0; i < edge; ++i) right[lane * edge + i] = errors[lane + 1][side + i];
  }
}

}  // namespace

std::size_t bwec_errors(int width, int height, int count) {
  return static_cast<std::size_t>(count) * (2 * static_cast<std::size_t>(width) + static_cast<std::size_t>(height + side) * edge);
}

void bwec(const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count, std::int16_t* errors,
          cudaStream_t stream) {
  const Page page{planes, halftones, width, height, errors, errors + std::int64_t{count} * 2 * width};
  const int rows = block_rows(height), columns = block_columns(width);
  for (int label = 0; label < columns + labels_per_row * (rows - 1); ++label) {
    const int first = std::max(0, (label - columns + labels_per_row) / labels_per_row);
    const int last = std::min(rows - 1, label / labels_per_row);
    if (first > last) continue;
    collect<<<dim3(static_cast<unsigned>(last - first + 1), static_cast<unsigned>(count)), side, 0, stream>>>(page, label,
                                                                                                              first);
  }
}

}  // namespace platerip::bench
