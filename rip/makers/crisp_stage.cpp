#include "rip/makers/crisp_stage.h"

#ifdef PLATERIP_HAS_CUDA
#include "rip/makers/cuda/stages_on_cuda.h"
#include "separation/edges/crisp_cuda.h"
#endif

namespace platerip::rip {
namespace {

using separation::Crisp;
using separation::CrispStrip;

CrispStrip crisp_strip(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                       std::byte* out) {
  return {.width = page.width,
          .rows = rows.rows,
          .above = rows.above,
          .below = rows.below,
          .in = in,
          .stride = stride,
          .out = out,
          .out_stride = page.width * page.format.bytes()};
}

class CrispStage : public PageStage {
 public:
  CrispStage(Crisp crisp, bool by_reference) : crisp_(crisp), by_reference_(by_reference) {}
  [[nodiscard]] std::string_view name() const override { return "crisp"; }
  [[nodiscard]] Window window() const override { return {separation::crisp_window, separation::crisp_window}; }
  void run(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
           std::byte* out) const override {
    const auto make = by_reference_ ? separation::make_crisp_by_reference : separation::make_crisp;
    make(crisp_, page.format, crisp_strip(page, rows, in, stride, out));
  }

 protected:
  const Crisp crisp_;

 private:
  const bool by_reference_;
};

#ifdef PLATERIP_HAS_CUDA
class CrispStageOnCuda : public CrispStage, public cuda::PageStageOnCuda {
 public:
  using CrispStage::CrispStage;
  Status enqueue(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                 std::byte* out, cuda::Stream stream) const override {
    return separation::cuda::enqueue_crisp(crisp_, page.format, crisp_strip(page, rows, in, stride, out), stream);
  }
};
using AnyCrispStage = CrispStageOnCuda;
#else
using AnyCrispStage = CrispStage;
#endif

}  // namespace

std::shared_ptr<const PageStage> crisp_stage(Crisp crisp, bool by_reference) {
  return std::make_shared<AnyCrispStage>(crisp, by_reference);
}

}  // namespace platerip::rip
