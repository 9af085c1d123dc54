#include "rip/makers/cuda/split_cuda.h"

#include <cuda_runtime.h>

#include "base/cuda_quads.cuh"
#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

template <typename Sample>
__global__ void __launch_bounds__(quad_threads)
    take_part(std::int64_t width, std::int64_t rows, const std::uint16_t* __restrict__ table,
              const separation::Plane in, const separation::Plane out) {
  const auto [x, count] = quad_columns(width);
  for (std::int64_t y = blockIdx.y; y < rows && count > 0; y += gridDim.y) {
    Quad<Sample> quad = load_quad(reinterpret_cast<const Sample*>(in.samples + y * in.stride) + x, count);
    for (Sample& sample : quad.samples) sample = static_cast<Sample>(table[sample]);
    store_quad(reinterpret_cast<Sample*>(out.samples + y * out.stride) + x, count, quad);
  }
}

}  // namespace

Status enqueue_part(const StagedPage& page, const StageRows& rows, const std::uint16_t* table,
                    const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream) {
  constexpr const char* doing = "cannot split an ink";
  const int bits = page.format.bits;
  if (table == nullptr)
    return status_of(
        cudaMemset2DAsync(out.samples, static_cast<std::size_t>(out.stride), 0,
                          static_cast<std::size_t>(page.width * bits / 8), static_cast<std::size_t>(rows.rows), stream),
        doing);
  const auto kernel = bits == 8 ? take_part<std::uint8_t> : take_part<std::uint16_t>;
  return start_kernel(doing, kernel, quad_blocks(page.width, rows.rows), quad_threads, stream, page.width, rows.rows,
                      table, in, out);
}

}  // namespace platerip::rip::cuda
