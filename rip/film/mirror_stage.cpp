#include "rip/film/mirror_stage.h"

#include <cstring>

#include "rip/film/film_sheet.h"
#include "rip/pages/placing/mirror_row.h"

#ifdef PLATERIP_HAS_CUDA
#include "rip/film/mirror_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

class MirrorStage : public PageStage {
 public:
  [[nodiscard]] std::string_view name() const override { return "mirror"; }
  [[nodiscard]] Window window() const override { return {}; }
  void run(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
           std::byte* out) const override {
    const std::int64_t pixel_bytes = page.format.bytes(), row_bytes = page.width * pixel_bytes;
    for (std::int64_t y = 0; y < rows.rows; ++y, in += stride, out += row_bytes) {
      std::memcpy(out, in, static_cast<std::size_t>(row_bytes));
      mirror_row(out, page.width, pixel_bytes);
    }
  }
};

#ifdef PLATERIP_HAS_CUDA
class MirrorStageOnCuda : public MirrorStage, public cuda::PageStageOnCuda {
 public:
  Status enqueue(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                 std::byte* out, cuda::Stream stream) const override {
    return cuda::enqueue_mirror(page, rows, in, stride, out, stream);
  }
};
using AnyMirrorStage = MirrorStageOnCuda;
#else
using AnyMirrorStage = MirrorStage;
#endif

}  // namespace

std::shared_ptr<const PageStage> mirror_stage(const Job& job, const PagePlan& plan) {
  if (!job.film.mirror || lies_on_its_side(plan.orientation)) return nullptr;
  return std::make_shared<AnyMirrorStage>();
}

}  // namespace platerip::rip
