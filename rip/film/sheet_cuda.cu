#include "rip/film/sheet_cuda.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

constexpr int sheet_threads = 256;
constexpr std::int64_t most_blocks_down = 128;

// The first samples of a pixel of paper. All others are 0.
constexpr int paper_samples = 4;
struct Paper {
  std::uint16_t samples[paper_samples];
};

struct Across {
  Steps steps;
  std::int64_t sheet = 0;  // pixels
  std::int64_t page = 0;
  int samples = 0;  // of a pixel
  bool mirror = false;
};

// A thread has a pixel of the sheet in some rows.
template <typename Sample>
__global__ void __launch_bounds__(sheet_threads)
    lay_rows(Across across, Paper paper, std::int64_t rows, const std::byte* in, std::int64_t stride, Sample* out) {
  const std::int64_t x = blockIdx.x * std::int64_t{sheet_threads} + threadIdx.x;
  if (x >= across.sheet) return;
  const auto place = across.steps.place(x, across.page);
  const std::int64_t from_x = !place ? 0 : across.mirror ? across.page - 1 - place->at : place->at;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    const Sample* const from = reinterpret_cast<const Sample*>(in + y * stride) + from_x * across.samples;
    Sample* const to = out + (y * across.sheet + x) * across.samples;
    for (int i = 0; i < across.samples; ++i)
      to[i] = place ? from[i] : static_cast<Sample>(i < paper_samples ? paper.samples[i] : 0);
  }
}

Paper paper_of(const std::vector<std::byte>& pixel, std::size_t sample_bytes) {
  Paper paper{};
  for (std::size_t i = 0; i < paper_samples && i * sample_bytes < pixel.size(); ++i)
    paper.samples[i] = static_cast<std::uint16_t>(std::to_integer<int>(pixel[i * sample_bytes]) * 0x101);
  return paper;
}

}  // namespace

Status enqueue_sheet(const StagedPage& page, const StageRows& rows, const RowOnSheet& sheet, const std::byte* in,
                     std::ptrdiff_t stride, std::byte* out, separation::cuda::Stream stream) {
  const auto start = [&]<typename Sample>(Sample* to) {
    const Across across{.steps = sheet.across,
                        .sheet = page.width,
                        .page = sheet.across.page(page.width),
                        .samples = page.format.bytes() / static_cast<int>(sizeof(Sample)),
                        .mirror = sheet.mirror};
    const dim3 grid(static_cast<unsigned>((page.width + sheet_threads - 1) / sheet_threads),
                    static_cast<unsigned>(std::min(rows.rows, most_blocks_down)));
    return start_kernel("cannot lay rows on the sheet", lay_rows<Sample>, grid, sheet_threads, stream, across,
                        paper_of(sheet.paper, sizeof(Sample)), rows.rows, in, stride, to);
  };
  return page.format.bits == 8 ? start(reinterpret_cast<std::uint8_t*>(out))
                               : start(reinterpret_cast<std::uint16_t*>(out));
}

}  // namespace platerip::rip::cuda
