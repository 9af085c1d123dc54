#include "rip/film/mirror_cuda.h"

#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

constexpr int mirror_threads = 256;
constexpr std::int64_t most_blocks_down = 128;

// A thread has a pixel of some rows.
template <typename Sample>
__global__ void __launch_bounds__(mirror_threads)
    mirror(std::int64_t width, std::int64_t rows, int samples, const std::byte* in, std::int64_t stride, Sample* out) {
  const std::int64_t x = blockIdx.x * std::int64_t{mirror_threads} + threadIdx.x;
  if (x >= width) return;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    const Sample* const from = reinterpret_cast<const Sample*>(in + y * stride) + (width - 1 - x) * samples;
    Sample* const to = out + (y * width + x) * samples;
    for (int i = 0; i < samples; ++i) to[i] = from[i];
  }
}

}  // namespace

Status enqueue_mirror(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                      std::byte* out, separation::cuda::Stream stream) {
  const auto start = [&]<typename Sample>(Sample* to) {
    const dim3 grid(static_cast<unsigned>((page.width + mirror_threads - 1) / mirror_threads),
                    static_cast<unsigned>(std::min(rows.rows, most_blocks_down)));
    const int samples = page.format.bytes() / static_cast<int>(sizeof(Sample));
    return start_kernel("cannot mirror the sheet", mirror<Sample>, grid, mirror_threads, stream, page.width, rows.rows,
                        samples, in, stride, to);
  };
  return page.format.bits == 8 ? start(reinterpret_cast<std::uint8_t*>(out))
                               : start(reinterpret_cast<std::uint16_t*>(out));
}

}  // namespace platerip::rip::cuda
