#include "rip/film/sheet_stage.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "rip/pages/placing/mirror_row.h"
#include "rip/pages/placing/paper.h"

#ifdef PLATERIP_HAS_CUDA
#include "rip/film/sheet_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

// Repeats a pixel up to `end`: first once, and then all that is there.
void repeat_pixel(const std::vector<std::byte>& pixel, std::byte* out, const std::byte* end) {
  if (out == end) return;
  std::memcpy(out, pixel.data(), pixel.size());
  for (std::byte* next = out + pixel.size(); next < end;) {
    const auto bytes = std::min(next - out, end - next);
    std::memcpy(next, out, static_cast<std::size_t>(bytes));
    next += bytes;
  }
}

class SheetStage : public PageStage {
 public:
  SheetStage(const Steps& across, bool mirror, std::vector<std::byte> paper)
      : across_(across), mirror_(mirror), paper_(std::move(paper)) {}

  [[nodiscard]] std::string_view name() const override { return "sheet"; }
  [[nodiscard]] Window window() const override { return {}; }
  void run(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
           std::byte* out) const override {
    for (std::int64_t y = 0; y < rows.rows; ++y) run_row(page, in + y * stride, out + y * page.row_bytes());
  }

 protected:
  const Steps across_;
  const bool mirror_;
  const std::vector<std::byte> paper_;  // a pixel of it

 private:
  void run_row(const StagedPage& page, const std::byte* in, std::byte* out) const {
    const std::int64_t width = across_.page(page.width), pixel_bytes = page.format.bytes();
    std::byte* const first = out + across_.begin(0, width) * pixel_bytes;
    std::byte* end = out;  // of what is complete
    for (std::int64_t copy = 0; copy < across_.copies; ++copy) {
      std::byte* const begin = out + across_.begin(copy, width) * pixel_bytes;
      repeat_pixel(paper_, end, begin);
      if (copy == 0 && mirror_) {
        mirror_row(in, first, width, pixel_bytes);
      } else {
        std::memcpy(begin, copy == 0 ? in : first, static_cast<std::size_t>(width * pixel_bytes));
      }
      end = begin + width * pixel_bytes;
    }
    repeat_pixel(paper_, end, out + page.row_bytes());
  }
};

#ifdef PLATERIP_HAS_CUDA
class SheetStageOnCuda : public SheetStage, public cuda::PageStageOnCuda {
 public:
  using SheetStage::SheetStage;
  Status enqueue(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                 std::byte* out, cuda::Stream stream) const override {
    return cuda::enqueue_sheet(page, rows, {across_, mirror_, paper_}, in, stride, out, stream);
  }
};
using AnySheetStage = SheetStageOnCuda;
#else
using AnySheetStage = SheetStage;
#endif

std::vector<std::byte> paper_pixel(tiffio::PageInfo page) {
  page.width = 1;
  return paper_row(page);
}

}  // namespace

std::shared_ptr<const PageStage> sheet_stage(const Film& film) {
  if (!film.mirror && film.across.sheet(1) == 1) return nullptr;
  return std::make_shared<AnySheetStage>(film.across, film.mirror, paper_pixel(film.sheet));
}

}  // namespace platerip::rip
