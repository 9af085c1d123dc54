// Stages that NVIDIA GPUs can run, too: a thread for each sample.
#include "base/cuda_errors.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#include "tests/rip/made_stages.h"

namespace platerip::test {
namespace {

using rip::StagedPage;
using rip::StageRows;
using rip::Window;

constexpr int block_threads = 128;

__device__ std::int64_t row_near_on_gpu(const StageRows& rows, std::int64_t row, std::int64_t offset) {
  return max(-rows.above, min(row + offset, rows.rows + rows.below - 1));
}

template <typename Sample>
__global__ void mean(StageRows rows, Window window, std::int64_t samples, const std::byte* in, std::int64_t stride,
                     Sample* out) {
  const std::int64_t x = blockIdx.x * std::int64_t{block_threads} + threadIdx.x, row = blockIdx.y;
  if (x >= samples) return;
  std::uint32_t sum = 0, count = 0;
  for (std::int64_t offset = -window.above; offset <= window.below; ++offset, ++count)
    sum += reinterpret_cast<const Sample*>(in + row_near_on_gpu(rows, row, offset) * stride)[x];
  out[row * samples + x] = static_cast<Sample>(sum / count);
}

template <typename Sample>
__global__ void most(StageRows rows, Window window, std::int64_t width, separation::Plane in, separation::Plane other,
                     separation::Plane out) {
  const std::int64_t x = blockIdx.x * std::int64_t{block_threads} + threadIdx.x, row = blockIdx.y;
  if (x >= width) return;
  int most = 0;
  for (std::int64_t offset = -window.above; offset <= window.below; ++offset)
    most =
        max(most, int{reinterpret_cast<const Sample*>(in.samples + row_near_on_gpu(rows, row, offset) * in.stride)[x]});
  const int less = reinterpret_cast<const Sample*>(other.samples + row * other.stride)[x] / 4;
  reinterpret_cast<Sample*>(out.samples + row * out.stride)[x] = static_cast<Sample>(max(0, most - less));
}

dim3 grid_of(std::int64_t samples, const StageRows& rows) {
  return dim3(static_cast<unsigned>((samples + block_threads - 1) / block_threads), static_cast<unsigned>(rows.rows));
}

class MeanOnCuda : public MeanOfRows, public rip::cuda::PageStageOnCuda {
 public:
  using MeanOfRows::MeanOfRows;
  Status enqueue(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                 std::byte* out, rip::cuda::Stream stream) const override {
    const std::int64_t samples = page.width * page.format.bytes() / (page.format.bits / 8);
    const dim3 grid = grid_of(samples, rows);
    if (page.format.bits == 8)
      mean<<<grid, block_threads, 0, stream>>>(rows, window(), samples, in, stride,
                                               reinterpret_cast<std::uint8_t*>(out));
    else
      mean<<<grid, block_threads, 0, stream>>>(rows, window(), samples, in, stride,
                                               reinterpret_cast<std::uint16_t*>(out));
    return status_of(cudaGetLastError(), "cannot take the mean");
  }
};

class MostOnCuda : public MostOfRows, public rip::cuda::PlaneStageOnCuda {
 public:
  using MostOfRows::MostOfRows;
  Status enqueue(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
                 std::span<const separation::Plane> out, const rip::cuda::StageMemory& /*memory*/,
                 rip::cuda::Stream stream) const override {
    const dim3 grid = grid_of(page.width, rows);
    if (page.format.bits == 8)
      most<std::uint8_t>
          <<<grid, block_threads, 0, stream>>>(rows, window(), page.width, in[inks()[0]], in[other()], out[0]);
    else
      most<std::uint16_t>
          <<<grid, block_threads, 0, stream>>>(rows, window(), page.width, in[inks()[0]], in[other()], out[0]);
    return status_of(cudaGetLastError(), "cannot take the most");
  }
};

}  // namespace

std::shared_ptr<const rip::PageStage> mean_of_rows(const Window& window) {
  return std::make_shared<MeanOnCuda>(window);
}

std::shared_ptr<const rip::PlaneStage> most_of_rows(std::size_t ink, std::size_t other, const Window& window) {
  return std::make_shared<MostOnCuda>(ink, other, window);
}

}  // namespace platerip::test
