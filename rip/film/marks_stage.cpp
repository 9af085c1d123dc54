#include "rip/film/marks_stage.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "rip/film/film_label.h"
#include "rip/film/film_sheet.h"
#include "rip/film/marks.h"
#include "rip/film/marks_on_cuda.h"

namespace platerip::rip {
namespace {

void copy(const separation::Plane& in, const separation::Plane& out, std::int64_t rows, std::int64_t row_bytes) {
  for (std::int64_t row = 0; row < rows; ++row)
    std::memcpy(out.samples + row * out.stride, in.samples + row * in.stride, static_cast<std::size_t>(row_bytes));
}

template <typename Sample>
void draw(const Block& block, Sample sample, const separation::Plane& out) {
  for (std::int64_t row = block.y; row < block.y + block.height; ++row)
    std::fill_n(reinterpret_cast<Sample*>(out.samples + row * out.stride) + block.x, block.width, sample);
}

}  // namespace

MarksStage::MarksStage(std::vector<std::size_t> inks, std::vector<std::vector<Block>> blocks)
    : inks_(std::move(inks)), blocks_(std::move(blocks)) {}

Block MarksStage::part_of(const Block& block, const StageRows& rows) {
  const std::int64_t first = std::max(block.y, rows.first);
  const std::int64_t end = std::min(block.y + block.height, rows.first + rows.rows);
  return {block.x, first - rows.first, block.width, end - first, block.percent};
}

void MarksStage::run(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
                     std::span<const separation::Plane> out, std::span<std::byte> /*workspace*/) const {
  const int bits = page.format.bits;
  for (std::size_t ink = 0; ink < inks_.size(); ++ink) {
    copy(in[inks_[ink]], out[ink], rows.rows, page.width * bits / 8);
    for (const Block& block : blocks_[ink]) {
      const Block part = part_of(block, rows);
      const int sample = sample_of(block, bits);
      bits == 16 ? draw(part, static_cast<std::uint16_t>(sample), out[ink])
                 : draw(part, static_cast<std::uint8_t>(sample), out[ink]);
    }
  }
}

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
  return marks_for_makers(plan.plate_inks, draw_marks(sheet, film.marks, labels));
}

}  // namespace platerip::rip
