// Curves travel as parameters of the kernel, so that they need no memory on the device. A launch makes the columns of
// some curves; the last of these is the first of the next launch.
#include "rip/makers/cuda/across_cuda.h"

#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

constexpr int block_threads = 128;
constexpr unsigned most_grid_rows = 64;
constexpr std::size_t most_curves = 27;  // parameters take at most 4 KiB

struct PlacedCurves {
  std::int64_t begin;  // the columns to make
  std::int64_t end;
  std::int64_t rows;
  std::size_t count;
  ColumnCurve curves[most_curves];
};

// A thread for each column.
template <typename Sample>
__global__ void make_columns(const std::byte* in, std::int64_t in_stride, std::byte* out, std::int64_t out_stride,
                             const __grid_constant__ PlacedCurves placed) {
  const std::int64_t x = placed.begin + blockIdx.x * std::int64_t{block_threads} + threadIdx.x;
  if (x >= placed.end) return;
  std::size_t right = 0;
  while (right < placed.count && placed.curves[right].column <= x) ++right;
  const ColumnCurve* const last = placed.curves + placed.count - 1;
  const CurveSegment segment{.left = right == 0 ? placed.curves : placed.curves + right - 1,
                             .right = right == placed.count ? last : placed.curves + right,
                             .begin = 0,
                             .end = 0};
  const std::uint32_t weight = segment.weight(x);
  for (std::int64_t y = blockIdx.y; y < placed.rows; y += gridDim.y) {
    const Sample sample = reinterpret_cast<const Sample*>(in + y * in_stride)[x];
    reinterpret_cast<Sample*>(out + y * out_stride)[x] =
        mixed<Sample>((*segment.left)(sample), (*segment.right)(sample), weight);
  }
}

}  // namespace

Status enqueue_across(const StagedPage& page, const StageRows& rows, std::span<const ColumnCurve> curves,
                      const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream) {
  const auto kernel = page.format.bits == 8 ? make_columns<std::uint8_t> : make_columns<std::uint16_t>;
  PlacedCurves placed{};
  placed.rows = rows.rows;
  for (std::size_t first = 0; placed.end < page.width; first += most_curves - 1) {
    placed.count = std::min(most_curves, curves.size() - first);
    std::ranges::copy(curves.subspan(first, placed.count), placed.curves);
    const bool is_last = first + placed.count == curves.size();
    placed.begin = placed.end;
    placed.end = is_last ? page.width : std::min(placed.curves[placed.count - 1].column, page.width);
    if (placed.begin == placed.end) continue;
    const auto blocks = static_cast<unsigned>((placed.end - placed.begin + block_threads - 1) / block_threads);
    const dim3 grid(blocks, static_cast<unsigned>(std::min<std::int64_t>(rows.rows, most_grid_rows)));
    const Status status = start_kernel("cannot even out an ink", kernel, grid, block_threads, stream, in.samples,
                                       in.stride, out.samples, out.stride, placed);
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace platerip::rip::cuda
