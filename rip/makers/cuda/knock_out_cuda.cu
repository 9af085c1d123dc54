#include "rip/makers/cuda/knock_out_cuda.h"

#include <cuda_runtime.h>

#include "base/cuda_quads.cuh"
#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

template <typename Sample>
__device__ Sample* sample_at(const separation::Plane& plane, std::int64_t x, std::int64_t y) {
  return reinterpret_cast<Sample*>(plane.samples + y * plane.stride) + x;
}

template <typename Sample>
__global__ void __launch_bounds__(quad_threads)
    knock_out(std::int64_t width, std::int64_t rows, const separation::Plane ink, const separation::Plane mask,
              const separation::Plane out) {
  const auto [x, count] = quad_columns(width);
  for (std::int64_t y = blockIdx.y; y < rows && count > 0; y += gridDim.y) {
    Quad<Sample> quad = load_quad<Sample>(sample_at<Sample>(ink, x, y), count);
    const Quad<Sample> knocked_out = load_quad<Sample>(sample_at<Sample>(mask, x, y), count);
    for (int i = 0; i < quad_samples; ++i)
      if (knocked_out.samples[i] > 0) quad.samples[i] = 0;
    store_quad(sample_at<Sample>(out, x, y), count, quad);
  }
}

}  // namespace

Status enqueue_knock_out(const StagedPage& page, const StageRows& rows, const separation::Plane& ink,
                         const separation::Plane& mask, const separation::Plane& out, separation::cuda::Stream stream) {
  const auto kernel = page.format.bits == 8 ? knock_out<std::uint8_t> : knock_out<std::uint16_t>;
  return start_kernel("cannot knock out a colour", kernel, quad_blocks(page.width, rows.rows), quad_threads, stream,
                      page.width, rows.rows, ink, mask, out);
}

}  // namespace platerip::rip::cuda
