#include <algorithm>

#include "tests/bench/bwec.h"

namespace platerip::bench {
namespace {

constexpr int side = 32;         // rows and columns of a block
constexpr int delay = 2;         // columns that a row stays behind the row above
constexpr int edge = delay + 1;  // errors at the right end of a block's row that the next block needs

int block_rows(int height) {
  return (height + side - 1) / side;
}
int block_columns(int width) {
  return (width + delay * (side - 1) + side - 1) / side;
}
// A block waits for the block to its left, and for the block above whose columns reach one further than its own.
constexpr int labels_per_row = 3;

struct Page {
  const std::uint8_t* planes;
  std::uint8_t* halftones;
  int width;
  int height;
  int* c;  // [plane][column]
  int* r;  // [plane][edge][row]
};

// A block's values in shared memory. Each lane has a row, and all lanes use one column at a time. The padding puts the
// lanes' values into 32 different banks, along rows and along columns.
using Values = int[side + 1][side + edge];
using Halftone = std::uint8_t[side][side + 4];

// The value at `at`, or 0 if it is not wanted. An unwanted value is loaded from `elsewhere`, not left out: without a
// branch, the loads stay together and do not wait.
template <typename T>
__device__ int load_if(bool wanted, const T* at, const T* elsewhere) {
  const int value = *(wanted ? at : elsewhere);
  return wanted ? value : 0;
}

// A thread block's part of the page. If it is `whole`, it is entirely inside the page and needs no checks for each
// pixel: as a graph, BWEC takes 8.7 ms for 16384×16384 on an H100; with checks everywhere, 11.7 ms.
template <bool whole>
struct Block {
  int lane;
  int top;   // row of the page, in pixels
  int left;  // column of the page in which the block's first row begins
  int width;
  int height;
  const std::uint8_t* elsewhere;  // an address inside the page
  const std::uint8_t* in;         // the lane's pixel in the first row
  std::uint8_t* out;
  int* c;
  int* r;  // of the lane's row

  __device__ Block(const Page& page, int row, int column)
      : lane(static_cast<int>(threadIdx.x)),
        top(row * side),
        left(column * side),
        width(page.width),
        height(page.height),
        elsewhere(page.planes) {
    const std::int64_t plane = blockIdx.y;
    const std::int64_t first = (plane * height + top) * width + left + lane;
    in = page.planes + first;
    out = page.halftones + first;
    c = page.c + plane * width;
    r = page.r + plane * edge * height + top + lane;
  }

  __device__ bool is_row(int row) const { return whole || top + row < height; }
  __device__ bool is_column(int x) const { return static_cast<unsigned>(x) < static_cast<unsigned>(width); }
  // Whether column i of a row is inside the page. It uses & because && would be a branch.
  __device__ bool has(int row, int i) const { return whole || (is_row(row) & is_column(left - delay * row + i)); }

  // Loads the pixels of the lane's column, in all rows.
  __device__ void load(int (&pixels)[side]) const {
    const std::int64_t next_row = std::int64_t{width} - delay;
#pragma unroll
    for (int row = 0; row < side; ++row) pixels[row] = load_if(has(row, lane), in + row * next_row, elsewhere);
  }
  __device__ void store(const Halftone& halftone) const {
    const std::int64_t next_row = std::int64_t{width} - delay;
    std::uint8_t pixels[side];
#pragma unroll
    for (int row = 0; row < side; ++row) pixels[row] = halftone[row][lane];
#pragma unroll
    for (int row = 0; row < side; ++row) {
      if (has(row, lane)) out[row * next_row] = pixels[row];
    }
  }

  // The errors that come from the blocks above for column x, and from those to the left for the lane's row.
  __device__ int from_above(int x) const {
    return load_if(top > 0 && is_column(x), c + x, c);
  }
  __device__ void load_from_left(int (&values)[edge]) const {
    for (int i = 0; i < edge; ++i) values[i] = load_if(left > 0 && is_row(lane), r + std::int64_t{i} * height, c);
  }
  __device__ void to_right(int i, int value) const {
    if (is_row(lane)) r[std::int64_t{i} * height] = value;
  }

  // Turns the lane's pixel in column i into ink or paper, and returns its error. `sum` is 256 times its ink, plus
  // errors.
  __device__ int quantise(Halftone& halftone, int i, int sum) const {
    const int s = (sum + 8) >> 4;
    const bool ink = s > 2040;
    halftone[lane][i] = ink;
    return has(lane, i) ? s - 4080 * ink : 0;
  }
};

// Each value is first a pixel and then its error. Before the block's first row and column are errors of other blocks.
template <bool registers, bool whole>
__device__ void collect(const Block<whole>& block, Values& values, Halftone& halftone) {
  const int lane = block.lane;
  int pixels[side], from_left[edge];
  block.load(pixels);
  block.load_from_left(from_left);
  const int above = block.from_above(block.left - 1 + lane);
  const int above_right = block.from_above(lane < delay ? block.left - 1 + side + lane : -1);
#pragma unroll
  for (int row = 0; row < side; ++row) values[row + 1][lane + edge] = 256 * pixels[row];
  for (int i = 0; i < edge; ++i) values[lane + 1][i] = from_left[i];
  values[0][lane] = above;
  if (lane < delay) values[0][side + lane] = above_right;
  __syncwarp();

  int left = values[lane + 1][edge - 1];
  int upper_left = values[lane][0], upper = values[lane][1];
#pragma unroll
  for (int i = 0; i < side; ++i) {
    if constexpr (!registers) {
      left = values[lane + 1][i + edge - 1];
      upper_left = values[lane][i];
      upper = values[lane][i + 1];
    }
    const int upper_right = values[lane][i + 2];
    const int pixel = values[lane + 1][i + edge];
    const int e = block.quantise(halftone, i, pixel + upper_left + 5 * upper + 3 * upper_right + 7 * left);
    values[lane + 1][i + edge] = e;
    left = e;
    upper_left = upper;
    upper = upper_right;
    __syncwarp();
  }

  const int bottom = block.left - delay * (side - 1) + lane;
  if (whole || block.is_column(bottom)) block.c[bottom] = values[side][lane + edge];
  for (int i = 0; i < edge; ++i) block.to_right(i, values[lane + 1][side + i]);
}

// Each value is a pixel plus the errors that it was given. Beyond the block's last row and column are the errors for
// other blocks.
template <bool registers, bool whole>
__device__ void diffuse(const Block<whole>& block, Values& values, Halftone& halftone) {
  const int lane = block.lane;
  int pixels[side], from_left[edge];
  block.load(pixels);
  block.load_from_left(from_left);
  const int x = block.left + lane;
  const int above = block.from_above(x);
  if (block.top > 0 && block.is_column(x)) block.c[x] = 0;  // to collect what this row of blocks gives to the next
#pragma unroll
  for (int row = 0; row < side; ++row) values[row][lane] = 256 * pixels[row];
  for (int i = 0; i < edge; ++i) values[lane][side + i] = 0;
  for (int i = lane; i < side + edge; i += side) values[side][i] = 0;
  __syncwarp();
  for (int i = 0; i < edge; ++i) values[lane][i] += from_left[i];
  __syncwarp();
  values[0][lane] += above;
  __syncwarp();

  int right = 0, below = values[lane + 1][1], below_right = values[lane + 1][2];
#pragma unroll
  for (int i = 0; i < side; ++i) {
    const int e = block.quantise(halftone, i, values[lane][i] + right);
    if constexpr (registers) {
      right = 7 * e;
      values[lane + 1][i + 1] = below + 3 * e;
      below = below_right + 5 * e;
      below_right = values[lane + 1][i + edge] + e;
    } else {
      values[lane][i + 1] += 7 * e;
      __syncwarp();  // the lane above adds to the same value
      values[lane + 1][i + 1] += 3 * e;
      values[lane + 1][i + 2] += 5 * e;
      values[lane + 1][i + 3] += e;
    }
    __syncwarp();
  }
  if constexpr (registers) {
    values[lane][side] += right;
    values[lane + 1][side + 1] = below;
    values[lane + 1][side + 2] = below_right;
    __syncwarp();
  }

  for (int i = 1 + lane; i < side + edge; i += side) {
    const int bottom = block.left - delay * side + i;
    if (block.is_column(bottom)) block.c[bottom] += values[side][i];
  }
  for (int i = 0; i < edge; ++i) block.to_right(i, values[lane][side + i]);
}

constexpr bool collects(BlockForm form) {
  return form == BlockForm::collection || form == BlockForm::collection_registers;
}
constexpr bool in_registers(BlockForm form) {
  return form == BlockForm::diffusion_registers || form == BlockForm::collection_registers;
}

template <BlockForm form, bool whole>
__device__ void run_block(const Page& page, int row, int column, Values& values, Halftone& halftone) {
  const Block<whole> block(page, row, column);
  if constexpr (collects(form)) {
    collect<in_registers(form)>(block, values, halftone);
  } else {
    diffuse<in_registers(form)>(block, values, halftone);
  }
  __syncwarp();
  block.store(halftone);
}

template <BlockForm form>
__global__ void run_label(Page page, int label, int first_row) {
  __shared__ Values values;
  __shared__ Halftone halftone;
  const int row = first_row + static_cast<int>(blockIdx.x);
  const int column = label - labels_per_row * row;
  const bool whole =
      column * side >= delay * (side - 1) && (column + 1) * side <= page.width && (row + 1) * side <= page.height;
  if (whole) {
    run_block<form, true>(page, row, column, values, halftone);
  } else {
    run_block<form, false>(page, row, column, values, halftone);
  }
}

auto kernel(BlockForm form) {
  switch (form) {
    case BlockForm::diffusion:
      return run_label<BlockForm::diffusion>;
    case BlockForm::diffusion_registers:
      return run_label<BlockForm::diffusion_registers>;
    case BlockForm::collection:
      return run_label<BlockForm::collection>;
    default:
      return run_label<BlockForm::collection_registers>;
  }
}

}  // namespace

void blockwise(BlockForm form, const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count,
               int* errors, cudaStream_t stream) {
  const std::size_t all_of_c = static_cast<std::size_t>(count) * static_cast<std::size_t>(width);
  const Page page{planes, halftones, width, height, errors, errors + all_of_c};
  if (!collects(form)) cudaMemsetAsync(page.c, 0, sizeof(int) * all_of_c, stream);
  const auto run = kernel(form);
  const int rows = block_rows(height), columns = block_columns(width);
  for (int label = 0; label < columns + labels_per_row * (rows - 1); ++label) {
    const int first = std::max(0, (label - columns + labels_per_row) / labels_per_row);
    const int last = std::min(rows - 1, label / labels_per_row);
    if (first > last) continue;
    run<<<dim3(static_cast<unsigned>(last - first + 1), static_cast<unsigned>(count)), side, 0, stream>>>(page, label,
                                                                                                          first);
  }
}

}  // namespace platerip::bench
