#include "rip/film/marks_stage.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "rip/film/blocks.h"
#include "rip/film/film_label.h"
#include "rip/film/film_sheet.h"
#include "rip/film/marks.h"

#ifdef PLATERIP_HAS_CUDA
#include "rip/film/marks_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

template <typename Sample>
void draw(const Block& block, Sample sample, const separation::Plane& out) {
  for (std::int64_t row = block.y; row < block.y + block.height; ++row)
    std::fill_n(reinterpret_cast<Sample*>(out.samples + row * out.stride) + block.x, block.width, sample);
}

class MarksStage : public PlaneStage {
 public:
  // `blocks`: those of each of `inks`, within the page.
  MarksStage(std::vector<std::size_t> inks, std::vector<std::vector<Block>> blocks)
      : inks_(std::move(inks)), blocks_(std::move(blocks)) {}

  [[nodiscard]] std::string_view name() const override { return "marks"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  [[nodiscard]] bool is_in_place() const override { return true; }
  void run(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> /*in*/,
           std::span<const separation::Plane> out, std::span<std::byte> /*workspace*/) const override {
    const int bits = page.format.bits;
    for (std::size_t ink = 0; ink < inks_.size(); ++ink) {
      for (const Block& block : blocks_[ink]) {
        const Block part = part_of(block, rows.first, rows.rows);
        const int sample = sample_of(block, bits);
        bits == 16 ? draw(part, static_cast<std::uint16_t>(sample), out[ink])
                   : draw(part, static_cast<std::uint8_t>(sample), out[ink]);
      }
    }
  }

 protected:
  const std::vector<std::size_t> inks_;
  const std::vector<std::vector<Block>> blocks_;
};

#ifdef PLATERIP_HAS_CUDA
class MarksStageOnCuda : public MarksStage, public cuda::InkByInkOnCuda {
 public:
  using MarksStage::MarksStage;

 private:
  Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows,
                     std::span<const separation::Plane> /*in*/, const separation::Plane& out,
                     const cuda::StageMemory& /*memory*/, cuda::Stream stream) const override {
    return cuda::draw_marks(page, rows, blocks_[i], out, stream);
  }
};
using AnyMarksStage = MarksStageOnCuda;
#else
using AnyMarksStage = MarksStage;
#endif

}  // namespace

std::shared_ptr<const PlaneStage> marks_stage(const Job& job, const PagePlan& plan) {
  const FilmSettings& film = job.film;
  if (!film.marks.any()) return nullptr;
  const MarkedSheet sheet{.width = plan.width,
                          .height = plan.height,
                          .stepping = stepping_at(film, plan.resolution, plan.orientation),
                          .resolution = plan.resolution,
                          .mirror = film.mirror};
  std::vector<FilmLabel> labels;
  for (std::size_t plate = 0; plate < plan.plate_inks.size(); ++plate)
    labels.push_back(film_label(plan, plate, film.date));
  return std::make_shared<AnyMarksStage>(plan.plate_inks, draw_marks(sheet, film.marks, labels));
}

}  // namespace platerip::rip
