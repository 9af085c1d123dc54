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

// A row of an ink. Parts of it are made from pixel `begin` up to `end`.
struct Row {
  const std::byte* in;
  std::byte* out;
  std::int64_t sample_bytes;

  void copy(std::int64_t begin, std::int64_t end) const {
    std::memcpy(out + begin * sample_bytes, in + begin * sample_bytes, bytes(begin, end));
  }
  void empty(std::int64_t begin, std::int64_t end) const {
    std::memset(out + begin * sample_bytes, 0, bytes(begin, end));
  }
  [[nodiscard]] std::size_t bytes(std::int64_t begin, std::int64_t end) const {
    return static_cast<std::size_t>((end - begin) * sample_bytes);
  }
};

class BarePaperStage : public PlaneStage {
 public:
  BarePaperStage(std::vector<std::size_t> inks, const Stepping& sheet) : inks_(std::move(inks)), sheet_(sheet) {}

  [[nodiscard]] std::string_view name() const override { return "bare paper"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }

  void run(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
           std::span<const separation::Plane> out, std::span<std::byte> /*workspace*/) const override {
    for (std::size_t i = 0; i < inks_.size(); ++i) {
      const separation::Plane& ink = in[inks_[i]];
      for (std::int64_t y = 0; y < rows.rows; ++y)
        run_row(page, rows.first + y,
                {ink.samples + y * ink.stride, out[i].samples + y * out[i].stride, page.format.bits / 8});
    }
  }

 protected:
  const std::vector<std::size_t> inks_;
  const Stepping sheet_;

 private:
  void run_row(const StagedPage& page, std::int64_t y, const Row& row) const {
    if (!sheet_.y.place(y, sheet_.y.page(page.height))) return row.empty(0, page.width);
    const std::int64_t width = sheet_.x.page(page.width);
    std::int64_t end = 0;  // of what is made
    for (std::int64_t copy = 0; copy < sheet_.x.copies; ++copy) {
      const std::int64_t begin = sheet_.x.begin(copy, width);
      row.empty(end, begin);
      end = begin + width;
      row.copy(begin, end);
    }
    row.empty(end, page.width);
  }
};

#ifdef PLATERIP_HAS_CUDA
class BarePaperStageOnCuda : public BarePaperStage, public cuda::InkByInkOnCuda {
 public:
  using BarePaperStage::BarePaperStage;

 private:
  Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows,
                     std::span<const separation::Plane> in, const separation::Plane& out,
                     const cuda::StageMemory& /*memory*/, cuda::Stream stream) const override {
    return cuda::enqueue_bare_paper(page, rows, sheet_, in[inks_[i]], out, stream);
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
