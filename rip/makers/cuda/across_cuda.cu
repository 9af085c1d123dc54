#include "rip/makers/cuda/across_cuda.h"

#include <cuda_runtime.h>

#include "base/cuda_quads.cuh"
#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

using Curves = std::span<const ColumnCurve>;

/// The curves that a column mixes.
struct ColumnMixture {
  const ColumnCurve* left;
  const ColumnCurve* right;
  std::uint32_t weight;
};

__device__ ColumnMixture mixture_at(const Curves& curves, std::int64_t x, std::int64_t width) {
  std::size_t number = 0, end = curves.size();  // of the first curve right of x
  while (number < end) {
    const std::size_t middle = (number + end) / 2;
    if (curves[middle].column <= x)
      number = middle + 1;
    else
      end = middle;
  }
  const CurveSegment segment = segment_of(curves, number, width);
  return {segment.left, segment.right, segment.weight(x)};
}

template <typename Sample>
__global__ void __launch_bounds__(quad_threads)
    make_columns(std::int64_t width, std::int64_t rows, const separation::Plane in, const Curves curves,
                 const separation::Plane out) {
  const auto [x, count] = quad_columns(width);
  if (count <= 0) return;
  ColumnMixture mixtures[quad_samples];
  for (int i = 0; i < quad_samples; ++i) mixtures[i] = mixture_at(curves, x + i, width);
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    Quad<Sample> quad = load_quad(reinterpret_cast<const Sample*>(in.samples + y * in.stride) + x, count);
#pragma unroll
    for (int i = 0; i < quad_samples; ++i) {
      const auto [left, right, weight] = mixtures[i];
      quad.samples[i] = mixed<Sample>((*left)(quad.samples[i]), (*right)(quad.samples[i]), weight);
    }
    store_quad(reinterpret_cast<Sample*>(out.samples + y * out.stride) + x, count, quad);
  }
}

}  // namespace

Status enqueue_across(const StagedPage& page, const StageRows& rows, std::span<const ColumnCurve> curves,
                      const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream) {
  const auto kernel = page.format.bits == 8 ? make_columns<std::uint8_t> : make_columns<std::uint16_t>;
  return start_kernel("cannot even out an ink", kernel, quad_blocks(page.width, rows.rows), quad_threads, stream,
                      page.width, rows.rows, in, curves, out);
}

}  // namespace platerip::rip::cuda
