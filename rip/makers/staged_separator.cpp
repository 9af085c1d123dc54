#include "rip/makers/staged_separator.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace platerip::rip {
namespace {

// Rows are separated a few at a time. Their ink is counted, and their tones are made, while they are still in the
// core's second-level cache of 1 MiB or more.
constexpr std::int64_t cached_bytes = std::int64_t{3} << 18;

// A page stage makes the rows around those few again that the next stage looks at. They should be the smaller part.
std::int64_t few_rows(const StripShape& shape, const Stages& stages) {
  const std::int64_t cached = std::max<std::int64_t>(1, cached_bytes / shape.row_bytes().planes);
  std::int64_t again = 0;
  for (std::size_t stage = 1; stage < stages.of_page.size(); ++stage) again += stages.of_page[stage]->window().rows();
  return std::max(cached, 4 * again);
}

}  // namespace

/// What is left of a strip's workspace.
class StagedSeparator::Scratch {
 public:
  explicit Scratch(std::span<std::byte> memory) : left_(memory) {}
  std::byte* take(std::int64_t bytes) {
    std::byte* const taken = left_.data();
    left_ = left_.subspan(static_cast<std::size_t>(whole_lines(bytes)));
    return taken;
  }
  [[nodiscard]] std::span<std::byte> left() const { return left_; }

 private:
  std::span<std::byte> left_;
};

StagedSeparator::StagedSeparator(std::unique_ptr<separation::Separator> separator, const StagedPage& page,
                                 const Stages& stages, const StripShape& shape)
    : separator_(std::move(separator)),
      page_(page),
      stages_(stages),
      shape_(shape),
      few_rows_(few_rows(shape, stages)) {}

std::size_t StagedSeparator::workspace_bytes(std::int64_t rows) const {
  const std::int64_t few = std::min(few_rows_, rows + shape_.planes_around.rows());
  std::int64_t bytes = 0;
  Window around = stages_.pixels_around() - stages_.planes_around();  // of what later stages look at
  for (const auto& stage : stages_.of_page) {
    around = around - stage->window();
    bytes += whole_lines((few + around.rows()) * page_.row_bytes());
  }
  const std::size_t for_separation = static_cast<std::size_t>(bytes) + separator_->workspace_bytes(page_.width, few);
  return static_cast<std::size_t>(plane_stages_bytes(rows)) + std::max(for_separation, largest_workspace(rows));
}

// Of the plane stages. They run one after the other, and after the separation.
std::size_t StagedSeparator::largest_workspace(std::int64_t rows) const {
  std::size_t bytes = 0;
  Window around = stages_.planes_around();  // of what later stages look at
  for (const auto& stage : stages_.of_planes) {
    around = around - stage->window();
    bytes = std::max(bytes, stage->workspace_bytes(page_, most_rows(stage->window(), rows + around.rows())));
  }
  return bytes;
}

std::int64_t StagedSeparator::plane_stages_bytes(std::int64_t rows) const {
  std::int64_t bytes = 0;
  Window around = stages_.planes_around();  // of what later stages look at
  for (const auto& stage : stages_.of_planes) {
    around = around - stage->window();
    if (stage->is_in_place()) continue;
    bytes += std::ssize(stage->inks()) * whole_lines((rows + around.rows()) * shape_.plane_stride());
  }
  return bytes;
}

std::int64_t StagedSeparator::next_rows(const StripInFlight& strip, std::int64_t first) const {
  return stages_.of_planes.empty() ? std::min(few_rows_, strip.rows - first) : strip.rows;
}

Status StagedSeparator::run(StripInFlight& strip, std::int64_t first, std::int64_t rows) const {
  if (stages_.of_planes.empty()) return separate(strip, first, rows);
  const StageRows all = stage_rows(page_, stages_.planes_around(), strip.first_row, strip.rows);
  for (std::int64_t row = -all.above; row < all.rows + all.below; row += few_rows_) {
    const Status status = separate(strip, row, std::min(few_rows_, all.rows + all.below - row));
    if (!status.ok()) return status;
  }
  run_plane_stages(strip);
  return {};
}

Status StagedSeparator::separate(const StripInFlight& strip, std::int64_t first, std::int64_t rows) const {
  Scratch scratch(strip.workspace);
  scratch.take(plane_stages_bytes(strip.room));
  std::ptrdiff_t stride = 0;
  const std::byte* const pixels = pixels_after(stages_.of_page.size(), strip, first, rows, stride, scratch);
  std::vector<separation::Plane> planes = strip.separated;
  for (separation::Plane& plane : planes) plane.samples += first * plane.stride;
  return separator_->run({page_.width, rows, pixels, stride}, planes, scratch.left());
}

// The rows of a strip after the first `stages` page stages. `first` counts from the strip's first row.
const std::byte* StagedSeparator::pixels_after(std::size_t stages, const StripInFlight& strip, std::int64_t first,
                                               std::int64_t rows, std::ptrdiff_t& stride, Scratch& scratch) const {
  if (stages == 0) {
    stride = strip.pixel_stride;
    return strip.pixels + first * stride;
  }
  const PageStage& stage = *stages_.of_page[stages - 1];
  const StageRows made = stage_rows(page_, stage.window(), strip.first_row + first, rows);
  const std::byte* const in =
      pixels_after(stages - 1, strip, first - made.above, made.above + rows + made.below, stride, scratch);
  std::byte* const out = scratch.take(rows * page_.row_bytes());
  stage.run(page_, made, in + made.above * stride, stride, out);
  stride = page_.row_bytes();
  return out;
}

void StagedSeparator::run_plane_stages(StripInFlight& strip) const {
  Scratch scratch(strip.workspace);
  const std::ptrdiff_t stride = shape_.plane_stride();
  Window around = stages_.planes_around();
  strip.planes = strip.separated;
  for (const auto& stage : stages_.of_planes) {
    around = around - stage->window();
    const StageRows later = stage_rows(page_, around, strip.first_row, strip.rows);
    const StageRows made =
        stage_rows(page_, stage->window(), strip.first_row - later.above, later.above + strip.rows + later.below);
    std::vector<separation::Plane> in = strip.planes;
    for (separation::Plane& plane : in) plane.samples -= later.above * plane.stride;
    std::vector<separation::Plane> out;
    for (const std::size_t ink : stage->inks()) {
      const bool stays = stage->is_in_place();
      out.push_back(stays ? in[ink] : separation::Plane{scratch.take((strip.room + around.rows()) * stride), stride});
    }
    stage->run(page_, made, in, out, scratch.left());
    for (std::size_t i = 0; i < out.size(); ++i)
      strip.planes[stage->inks()[i]] = {out[i].samples + later.above * out[i].stride, out[i].stride};
  }
  strip.planes.resize(strip.planes.size() - page_.masks);
}

}  // namespace platerip::rip
