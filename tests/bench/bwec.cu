#include <algorithm>

#include "tests/bench/bwec.h"

namespace platerip::bench {
namespace {

constexpr int side = 32;         // of a block, in rows and in columns
constexpr int delay = 2;         // columns that a row stays behind the row above
constexpr int edge = delay + 1;  // errors at the right end of a block's row that the next block needs

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

using Pixels = std::uint8_t[side][side + 4];
using Errors = std::int16_t[side + 1][side + edge];

// A thread block's part of the page; a lane has a row of it.
struct Block {
  int lane;
  int row;  // in blocks
  int column;
  int top;  // in pixels
  int width;
  int height;
  const std::uint8_t* in;
  std::uint8_t* out;
  std::int16_t* above;
  std::int16_t* below;
  std::int16_t* right;

  __device__ Block(const Page& page, int label, int first_row)
      : lane(static_cast<int>(threadIdx.x)),
        row(first_row + static_cast<int>(blockIdx.x)),
        column(label - labels_per_row * row),
        top(row * side),
        width(page.width),
        height(page.height) {
    const std::int64_t plane = blockIdx.y;
    const std::int64_t plane_pixels = std::int64_t{width} * height;
    in = page.planes + plane * plane_pixels;
    out = page.halftones + plane * plane_pixels;
    above = page.c + (plane * 2 + (row + 1) % 2) * width;
    below = page.c + (plane * 2 + row % 2) * width;
    right = page.r + (plane * height + top) * edge;
  }

  // The page's column of column i of a row.
  __device__ int x(int r, int i) const { return column * side - delay * r + i; }
  __device__ bool has(int at) const { return at >= 0 && at < width; }
  __device__ bool inside(int r) const { return top + r < height; }

  __device__ void load(Pixels& pixels) const {
#pragma unroll  // all 32 loads in flight: by fours, blocks took 9 to 33 % longer on an H100
    for (int r = 0; r < side; ++r) {
      const int at = x(r, lane);
      pixels[r][lane] = inside(r) && has(at) ? in[std::int64_t{top + r} * width + at] : 0;
    }
  }
  __device__ void store(const Pixels& pixels) const {
    for (int r = 0; r < side; ++r) {
      const int at = x(r, lane);
      if (inside(r) && has(at)) out[std::int64_t{top + r} * width + at] = pixels[r][lane];
    }
  }
};

// The error of the lane's pixel in column i, which becomes ink or paper.
__device__ int halftone(const Block& block, Pixels& pixels, int i, int sum) {
  const int s = 16 * pixels[block.lane][i] + ((sum + 8) >> 4);
  const bool ink = s > 2040;
  pixels[block.lane][i] = ink;
  return block.has(block.x(block.lane, i)) && block.inside(block.lane) ? s - 4080 * ink : 0;
}

// `errors` are those of pixels: [row, the one above first][column, the last block's edge first].
template <bool registers>
__device__ void collect(const Block& block, Pixels& pixels, Errors& errors) {
  const int lane = block.lane;
  for (int i = lane; i < side + edge; i += side) {  // a row of the block above, had it one
    const int x = block.x(0, i) + delay - edge;
    errors[0][i] = block.row > 0 && block.has(x) ? block.above[x] : 0;
  }
  const bool inside = block.inside(lane);
  for (int i = 0; i < edge; ++i) errors[lane + 1][i] = block.column > 0 && inside ? block.right[lane * edge + i] : 0;
  __syncwarp();

  int left = errors[lane + 1][edge - 1];
  int upper_left = errors[lane][0], upper = errors[lane][1];
  for (int i = 0; i < side; ++i) {
    if constexpr (!registers) {
      left = errors[lane + 1][i + edge - 1];
      upper_left = errors[lane][i];
      upper = errors[lane][i + 1];
    }
    const int upper_right = errors[lane][i + 2];
    const int e = halftone(block, pixels, i, 7 * left + upper_left + 5 * upper + 3 * upper_right);
    left = e;
    upper_left = upper;
    upper = upper_right;
    errors[lane + 1][i + edge] = static_cast<std::int16_t>(e);
    __syncwarp();
  }
  const int bottom = block.x(side - 1, lane);
  if (block.has(bottom)) block.below[bottom] = errors[side][lane + edge];
  if (inside) {
    for (int i = 0; i < edge; ++i) block.right[lane * edge + i] = errors[lane + 1][side + i];
  }
}

// `sums` are what pixels have been given: [row, the one below last][column, the next block's edge last].
template <bool registers>
__device__ void diffuse(const Block& block, Pixels& pixels, Errors& sums) {
  const int lane = block.lane;
  const bool inside = block.inside(lane);
  for (int i = 0; i < side + edge; ++i) {
    sums[lane][i] = i < edge && block.column > 0 && inside ? block.right[lane * edge + i] : 0;
  }
  for (int i = lane; i < side + edge; i += side) sums[side][i] = 0;
  __syncwarp();
  const int x = block.x(0, lane);
  if (block.row > 0 && block.has(x)) {
    sums[0][lane] += block.above[x];
    block.above[x] = 0;  // for the block row after next
  }
  __syncwarp();

  int right = 0, below = sums[lane + 1][1], below_right = sums[lane + 1][2];
  for (int i = 0; i < side; ++i) {
    const int e = halftone(block, pixels, i, sums[lane][i] + right);
    if constexpr (registers) {
      right = 7 * e;
      sums[lane + 1][i + 1] = static_cast<std::int16_t>(below + 3 * e);
      below = below_right + 5 * e;
      below_right = e;
    } else {
      sums[lane][i + 1] += static_cast<std::int16_t>(7 * e);
      __syncwarp();  // the lane above adds to the same sum
      sums[lane + 1][i + 1] += static_cast<std::int16_t>(3 * e);
      sums[lane + 1][i + 2] += static_cast<std::int16_t>(5 * e);
      sums[lane + 1][i + 3] += static_cast<std::int16_t>(e);
    }
    __syncwarp();
  }
  if constexpr (registers) {
    sums[lane][side] += static_cast<std::int16_t>(right);
    sums[lane + 1][side + 1] = static_cast<std::int16_t>(below);
    sums[lane + 1][side + 2] = static_cast<std::int16_t>(below_right);
    __syncwarp();
  }
  for (int i = 1 + lane; i < side + edge; i += side) {
    const int bottom = block.x(side, i);
    if (block.has(bottom)) block.below[bottom] += sums[side][i];
  }
  if (inside) {
    for (int i = 0; i < edge; ++i) block.right[lane * edge + i] = sums[lane][side + i];
  }
}

template <BlockForm form>
__global__ void run_block(Page page, int label, int first_row) {
  __shared__ Pixels pixels;
  __shared__ Errors errors;
  constexpr bool registers = form == BlockForm::diffusion_registers || form == BlockForm::collection_registers;
  const Block block(page, label, first_row);
  block.load(pixels);
  if constexpr (form == BlockForm::collection || form == BlockForm::collection_registers) {
    collect<registers>(block, pixels, errors);
  } else {
    diffuse<registers>(block, pixels, errors);
  }
  __syncwarp();
  block.store(pixels);
}

auto kernel(BlockForm form) {
  switch (form) {
    case BlockForm::diffusion:
      return run_block<BlockForm::diffusion>;
    case BlockForm::diffusion_registers:
      return run_block<BlockForm::diffusion_registers>;
    case BlockForm::collection:
      return run_block<BlockForm::collection>;
    default:
      return run_block<BlockForm::collection_registers>;
  }
}

}  // namespace

std::size_t blockwise_errors(int width, int height, int count) {
  return static_cast<std::size_t>(count) *
         (2 * static_cast<std::size_t>(width) + static_cast<std::size_t>(height + side) * edge);
}

void blockwise(BlockForm form, const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count,
               std::int16_t* errors, cudaStream_t stream) {
  const std::int64_t all_of_c = std::int64_t{count} * 2 * width;
  const Page page{planes, halftones, width, height, errors, errors + all_of_c};
  if (form == BlockForm::diffusion || form == BlockForm::diffusion_registers) {
    cudaMemsetAsync(page.c, 0, sizeof(std::int16_t) * all_of_c, stream);
  }
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
