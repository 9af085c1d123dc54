// k-delay parallel scan: at step t, thread i has the pixel of row i in column t − k·i.
#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/permutation.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {
namespace {

// Where the pixel of row i that is processed at time t is stored.
template <int delay>
struct RowByRow {
  int width;
  int height;
  __device__ std::int64_t operator()(int t, int i) const { return std::int64_t{i} * width + t - delay * i; }
};

// Each row is shifted cyclically by delay·i columns, and the page is then transposed: the pixels of a step are
// contiguous.
struct Permuted {
  int width;
  int height;
  __device__ std::int64_t operator()(int t, int i) const { return std::int64_t{t % width} * height + i; }
};

struct Memory {
  const std::uint8_t* samples;
  std::uint8_t* levels;
  int* errors;  // of pixels, or the errors that they were given
};

template <typename Layout, int delay>
__global__ void collect(Layout at, Memory memory, int t, Step step) {
  const int i = step.first + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i > step.last) return;
  const int column = t - delay * i;
  int sum = column > 0 ? 7 * memory.errors[at(t - 1, i)] : 0;
  if (i > 0) {
    if (column > 0) sum += memory.errors[at(t - delay - 1, i - 1)];
    sum += 5 * memory.errors[at(t - delay, i - 1)];
    if (column + 1 < at.width) sum += 3 * memory.errors[at(t - delay + 1, i - 1)];
  }
  const Pixel pixel = halftone_pixel(memory.samples[at(t, i)], sum);
  memory.levels[at(t, i)] = pixel.level;
  memory.errors[at(t, i)] = pixel.error;
}

enum class Part { right, below, both };

template <bool atomic>
__device__ void add(int* sum, int error) {
  if constexpr (atomic) {
    atomicAdd(sum, error);
  } else {
    *sum += error;
  }
}

// With a delay of 2, in one step a pixel may get an error from the left and another from above right.
template <typename Layout, int delay, bool atomic, Part part>
__global__ void diffuse(Layout at, Memory memory, int t, Step step) {
  const int i = step.first + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i > step.last) return;
  const int column = t - delay * i;
  const Pixel pixel = halftone_pixel(memory.samples[at(t, i)], memory.errors[at(t, i)]);
  if constexpr (part != Part::below) {
    memory.levels[at(t, i)] = pixel.level;
    if (column + 1 < at.width) add<atomic>(&memory.errors[at(t + 1, i)], 7 * pixel.error);
  }
  if constexpr (part != Part::right) {
    if (i + 1 == at.height) return;
    if (column > 0) add<atomic>(&memory.errors[at(t + delay - 1, i + 1)], 3 * pixel.error);
    add<false>(&memory.errors[at(t + delay, i + 1)], 5 * pixel.error);
    if (column + 1 < at.width) add<false>(&memory.errors[at(t + delay + 1, i + 1)], pixel.error);
  }
}

template <typename Layout>
using Kernel = void (*)(Layout, Memory, int, Step);

// `threads`: threads of a thread block.
template <typename Layout, int delay>
void scan(Layout at, const Memory& memory, int threads, cudaStream_t stream, Kernel<Layout> kernel,
          Kernel<Layout> second = nullptr) {
  for (int t = 0; t < steps_of(delay, at.width, at.height); ++t) {
    const Step step = step_at(t, delay, at.width, at.height);
    if (step.count() <= 0) continue;
    const int blocks = (step.count() + threads - 1) / threads;
    kernel<<<blocks, threads, 0, stream>>>(at, memory, t, step);
    if (second) second<<<blocks, threads, 0, stream>>>(at, memory, t, step);
  }
}

template <typename Layout, int delay>
void run_scan(Scan form, Layout at, const Memory& memory, int threads, cudaStream_t stream) {
  if (form == Scan::collection) return scan<Layout, delay>(at, memory, threads, stream, collect<Layout, delay>);
  must(cudaMemsetAsync(memory.errors, 0, sizeof(int) * std::size_t(at.width) * std::size_t(at.height), stream),
       "clear");
  switch (form) {
    case Scan::diffusion_atomic:
      return scan<Layout, delay>(at, memory, threads, stream, diffuse<Layout, delay, true, Part::both>);
    case Scan::diffusion_double_calls:
      return scan<Layout, delay>(at, memory, threads, stream, diffuse<Layout, delay, false, Part::right>,
                                 diffuse<Layout, delay, false, Part::below>);
    default:
      return scan<Layout, delay>(at, memory, threads, stream, diffuse<Layout, delay, false, Part::both>);
  }
}

template <int delay>
std::unique_ptr<Session> begin(const Page& page, Scan form, bool permuted, int threads) {
  const auto errors = std::make_shared<Buffer<int>>(page.pixels());
  if (!permuted) {
    return std::make_unique<DeviceSession>(page, Scratch{errors}, [=](const DevicePage& p, cudaStream_t stream) {
      run_scan<RowByRow<delay>, delay>(form, {p.width, p.height}, {p.samples, p.levels, errors->data()}, threads,
                                       stream);
    });
  }
  const auto samples = std::make_shared<Buffer<std::uint8_t>>(page.pixels());
  const auto levels = std::make_shared<Buffer<std::uint8_t>>(page.pixels());
  const Scratch scratch{errors, samples, levels};
  return std::make_unique<DeviceSession>(page, scratch, [=](const DevicePage& p, cudaStream_t stream) {
    permute(p.samples, samples->data(), levels->data(), p.width, p.height, delay, stream);
    run_scan<Permuted, delay>(form, {p.width, p.height}, {samples->data(), levels->data(), errors->data()}, threads,
                              stream);
    permute_back(levels->data(), p.levels, samples->data(), p.width, p.height, delay, stream);
  });
}

}  // namespace

std::unique_ptr<Session> begin_scan(const Page& page, Scan form, bool permuted, int threads) {
  return form == Scan::diffusion_3_delay ? begin<3>(page, form, permuted, threads)
                                         : begin<2>(page, form, permuted, threads);
}

}  // namespace platerip::literature
