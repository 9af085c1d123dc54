#include "rip/film/bare_paper_stage.h"

#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "rip/film/film_sheet.h"

#ifdef PLATERIP_HAS_CUDA
#include "rip/film/bare_paper_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

class BarePaperStage : public PlaneStage {
 public:
  BarePaperStage(std::vector<std::size_t> inks, const Stepping& sheet) : inks_(std::move(inks)), sheet_(sheet) {}

  [[nodiscard]] std::string_view name() const override { return "bare paper"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }

  [[nodiscard]] bool is_in_place() const override { return true; }

  void run(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> /*in*/,
           std::span<const separation::Plane> out, std::span<std::byte> /*workspace*/) const override {
    for (const separation::Plane& ink : out)
      for (std::int64_t y = 0; y < rows.rows; ++y) empty_paper(page, rows.first + y, ink.samples + y * ink.stride);
  }

 protected:
  const std::vector<std::size_t> inks_;
  const Stepping sheet_;

 private:
  void empty_paper(const StagedPage& page, std::int64_t y, std::byte* row) const {
    const std::int64_t sample_bytes = page.format.bits / 8;
    const auto empty = [&](std::int64_t begin, std::int64_t end) {
      std::memset(row + begin * sample_bytes, 0, static_cast<std::size_t>((end - begin) * sample_bytes));
    };
    if (!sheet_.y.place(y, sheet_.y.page(page.height))) return empty(0, page.width);
    const std::int64_t width = sheet_.x.page(page.width);
    std::int64_t end = 0;  // of the copy before
    for (std::int64_t copy = 0; copy < sheet_.x.copies; ++copy) {
      empty(end, sheet_.x.begin(copy, width));
      end = sheet_.x.begin(copy, width) + width;
    }
    empty(end, page.width);
  }
};

#ifdef PLATERIP_HAS_CUDA
class BarePaperStageOnCuda : public BarePaperStage, public cuda::InkByInkOnCuda {
 public:
  using BarePaperStage::BarePaperStage;

 private:
  Status enqueue_ink(std::size_t /*i*/, const StagedPage& page, const StageRows& rows,
                     std::span<const separation::Plane> /*in*/, const separation::Plane& out,
                     const cuda::StageMemory& /*memory*/, cuda::Stream stream) const override {
    return cuda::empty_paper(page, rows, sheet_, out, stream);
  }
};
using AnyBarePaperStage = BarePaperStageOnCuda;
#else
using AnyBarePaperStage = BarePaperStage;
#endif

}  // namespace

std::shared_ptr<const PlaneStage> bare_paper_stage(const Job& job, const PagePlan& plan) {
  const FilmSettings& film = job.film;
  if (job.made_plates.empty() || (film.margin.is_zero() && film.step.gap.is_zero())) return nullptr;
  std::vector<std::size_t> inks(job.made_plates.size());
  std::iota(inks.begin(), inks.end(), plan.color.inks.size() - inks.size());
  return std::make_shared<AnyBarePaperStage>(std::move(inks), stepping_at(film, plan.resolution, plan.orientation));
}

}  // namespace platerip::rip
