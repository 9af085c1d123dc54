#include "rip/film/bare_paper_cuda.h"

#include <cuda_runtime_api.h>

#include "base/cuda_errors.h"

namespace platerip::rip::cuda {
namespace {

std::size_t size_of(std::int64_t bytes) {
  return static_cast<std::size_t>(bytes);
}

// The rows from `first` on that all have a copy of the page, or none of which has.
std::int64_t equal_rows(const Steps& down, std::int64_t page_rows, std::int64_t first, std::int64_t end) {
  const bool has_page = down.place(first, page_rows).has_value();
  std::int64_t row = first + 1;
  while (row < end && down.place(row, page_rows).has_value() == has_page) ++row;
  return row - first;
}

}  // namespace

Status empty_paper(const StagedPage& page, const StageRows& rows, const Stepping& sheet, const separation::Plane& ink,
                   separation::cuda::Stream stream) {
  const std::int64_t sample_bytes = page.format.bits / 8;
  const std::int64_t width = sheet.x.page(page.width), height = sheet.y.page(page.height);
  cudaError_t error = cudaSuccess;
  for (std::int64_t y = 0, count = 0; y < rows.rows; y += count) {
    count = equal_rows(sheet.y, height, rows.first + y, rows.first + rows.rows);
    const auto empty = [&](std::int64_t begin, std::int64_t end) {
      if (begin == end || error != cudaSuccess) return;
      error = cudaMemset2DAsync(ink.samples + y * ink.stride + begin * sample_bytes, size_of(ink.stride), 0,
                                size_of((end - begin) * sample_bytes), size_of(count), stream);
    };
    const bool has_page = sheet.y.place(rows.first + y, height).has_value();
    std::int64_t end = 0;  // of the copy before
    for (std::int64_t copy = 0; has_page && copy < sheet.x.copies; ++copy) {
      empty(end, sheet.x.begin(copy, width));
      end = sheet.x.begin(copy, width) + width;
    }
    empty(end, page.width);
  }
  return status_of(error, "cannot leave paper bare");
}

}  // namespace platerip::rip::cuda
