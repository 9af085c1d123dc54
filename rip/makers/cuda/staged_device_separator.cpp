#include "rip/makers/cuda/staged_device_separator.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

#include "base/cuda_errors.h"
#include "rip/makers/cuda/stages_on_cuda.h"

namespace platerip::rip::cuda {
namespace {

Error only_on_cores(std::string_view stage) {
  return {"its stage " + std::string(stage) + " needs the CPU", ErrorCode::unsupported};
}

}  // namespace

StagedDeviceSeparator::StagedDeviceSeparator(const PageWork& settings, separation::cuda::DeviceSeparator separator)
    : separator_(std::move(separator)), stages_(settings.stages), page_(settings.staged_page()) {}

Result<StagedDeviceSeparator> StagedDeviceSeparator::make(const PageWork& settings) {
  for (const auto& stage : settings.stages.of_page)
    if (dynamic_cast<const PageStageOnCuda*>(stage.get()) == nullptr) return only_on_cores(stage->name());
  for (const auto& stage : settings.stages.of_planes)
    if (dynamic_cast<const PlaneStageOnCuda*>(stage.get()) == nullptr) return only_on_cores(stage->name());
  auto separator = separation::cuda::DeviceSeparator::make(settings.separation);
  if (!separator.ok()) return separator.error();
  return StagedDeviceSeparator(settings, *std::move(separator));
}

void StagedDeviceSeparator::place(const StripShape& shape, std::int64_t rows, Cutter& memory) {
  pixels_row_ = shape.pixel_row_bytes;
  planes_row_ = aligned(shape.width * shape.sample_bytes);
  tables_ = memory.take(static_cast<std::int64_t>(separator_.workspace_bytes()));
  pixels_.clear();
  separated_.clear();
  made_.clear();
  Window around = stages_.pixels_around();
  for (const auto& stage : stages_.of_page) {
    around = around - stage->window();
    pixels_.push_back(memory.take((rows + around.rows()) * pixels_row_));
  }
  if (stages_.of_planes.empty()) return;
  for (std::size_t ink = 0; ink < inks(); ++ink)
    separated_.push_back(memory.take((rows + around.rows()) * planes_row_));
  std::size_t workspace_bytes = 0;
  for (const auto& stage : stages_.of_planes) {
    around = around - stage->window();
    std::vector<std::byte*>& made = made_.emplace_back();
    for (std::size_t ink = 0; ink < stage->inks().size(); ++ink)
      made.push_back(memory.take((rows + around.rows()) * planes_row_));
    const StageRows most = most_rows(stage->window(), rows + around.rows());
    workspace_bytes =
        std::max(workspace_bytes, dynamic_cast<const PlaneStageOnCuda&>(*stage).device_workspace_bytes(page_, most));
  }
  workspace_ = {memory.take(static_cast<std::int64_t>(workspace_bytes)), workspace_bytes};
}

Status StagedDeviceSeparator::enqueue(const DeviceStrip& strip, std::int64_t first,
                                      separation::cuda::DeviceTotalInk* total, Stream stream) const {
  const StageRows all = stage_rows(page_, stages_.planes_around(), first, strip.rows);
  DeviceStrip wide = strip;
  wide.rows = all.above + strip.rows + all.below;
  wide.pixels -= all.above * strip.pixels_row;
  if (const Status status = run_page_stages(wide, first - all.above, stream); !status.ok()) return status;
  if (stages_.of_planes.empty()) return separator_.enqueue(wide, total, stream);

  wide.planes = separated_;
  wide.planes_row = planes_row_;
  if (const Status status = separator_.enqueue(wide, nullptr, stream); !status.ok()) return status;
  Planes planes;
  for (std::byte* const ink : separated_) planes.push_back({ink + all.above * planes_row_, planes_row_});
  if (const Status status = run_plane_stages(planes, first, strip.rows, stream); !status.ok()) return status;
  std::vector<std::byte*> inks;
  for (const separation::Plane& plane : planes) inks.push_back(plane.samples);
  DeviceStrip made = strip;
  made.planes = inks;
  made.planes_row = planes_row_;
  if (const Status status = separation::cuda::count_ink(page_.format.bits, made, total, stream); !status.ok())
    return status;
  for (std::size_t ink = 0; ink < planes.size(); ++ink) {
    if (strip.planes[ink] == nullptr) continue;
    const cudaError_t error =
        cudaMemcpyAsync(strip.planes[ink], inks[ink], static_cast<std::size_t>(strip.rows * planes_row_),
                        cudaMemcpyDeviceToDevice, stream);
    if (error != cudaSuccess) return status_of(error, "cannot copy an ink");
  }
  return {};
}

// Lets the strip's pixels be those after the stages.
Status StagedDeviceSeparator::run_page_stages(DeviceStrip& strip, std::int64_t first, Stream stream) const {
  Window around = stages_.pixels_around() - stages_.planes_around();
  for (std::size_t i = 0; i < stages_.of_page.size(); ++i) {
    const PageStage& stage = *stages_.of_page[i];
    around = around - stage.window();
    const StageRows later = stage_rows(page_, around, first, strip.rows);
    const StageRows made =
        stage_rows(page_, stage.window(), first - later.above, later.above + strip.rows + later.below);
    const std::byte* const in = strip.pixels - later.above * strip.pixels_row;
    const Status status =
        dynamic_cast<const PageStageOnCuda&>(stage).enqueue(page_, made, in, strip.pixels_row, pixels_[i], stream);
    if (!status.ok()) return status;
    strip.pixels = pixels_[i] + later.above * pixels_row_;
    strip.pixels_row = pixels_row_;
  }
  return {};
}

// Lets the planes be those after the stages.
Status StagedDeviceSeparator::run_plane_stages(Planes& planes, std::int64_t first, std::int64_t rows,
                                               Stream stream) const {
  Window around = stages_.planes_around();
  for (std::size_t i = 0; i < stages_.of_planes.size(); ++i) {
    const PlaneStage& stage = *stages_.of_planes[i];
    around = around - stage.window();
    const StageRows later = stage_rows(page_, around, first, rows);
    const StageRows made = stage_rows(page_, stage.window(), first - later.above, later.above + rows + later.below);
    Planes in = planes;
    for (separation::Plane& plane : in) plane.samples -= later.above * plane.stride;
    Planes out;
    for (std::byte* const ink : made_[i]) out.push_back({ink, planes_row_});
    const Status status =
        dynamic_cast<const PlaneStageOnCuda&>(stage).enqueue(page_, made, in, out, workspace_, stream);
    if (!status.ok()) return status;
    for (std::size_t ink = 0; ink < out.size(); ++ink)
      planes[stage.inks()[ink]] = {out[ink].samples + later.above * planes_row_, planes_row_};
  }
  return {};
}

}  // namespace platerip::rip::cuda
