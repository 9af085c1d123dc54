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

const PlaneStageOnCuda& on_cuda(const PlaneStage& stage) {
  return dynamic_cast<const PlaneStageOnCuda&>(stage);
}

bool moves(const PlaneStage& stage, std::size_t ink) {
  return !stage.is_in_place() && std::ranges::find(stage.inks(), ink) != stage.inks().end();
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
  planes_row_ = Cutter::aligned(shape.width * shape.sample_bytes);
  tables_ = memory.take(static_cast<std::int64_t>(separator_.workspace_bytes()));
  pixels_.clear();
  made_.clear();
  stage_tables_.clear();
  Window around = stages_.pixels_around();
  for (const auto& stage : stages_.of_page) {
    around = around - stage->window();
    pixels_.push_back(memory.take((rows + around.rows()) * page_.row_bytes()));
  }
  separated_.assign(separator_.inks().size(), nullptr);
  if (stages_.of_planes.empty() && !separator_.needs_all_planes()) return;
  for (std::byte*& ink : separated_) ink = memory.take((rows + around.rows()) * planes_row_);
  std::size_t workspace_bytes = 0;
  for (const auto& stage : stages_.of_planes) {
    around = around - stage->window();
    std::vector<std::byte*>& made = made_.emplace_back();
    for (std::size_t ink = 0; ink < stage->inks().size(); ++ink)
      made.push_back(stage->is_in_place() ? nullptr : memory.take((rows + around.rows()) * planes_row_));
    const StageRows most = most_rows(stage->window(), rows + around.rows());
    workspace_bytes = std::max(workspace_bytes, on_cuda(*stage).device_workspace_bytes(page_, most));
    stage_tables_.push_back(memory.take(std::ssize(on_cuda(*stage).device_tables())));
  }
  workspace_ = {memory.take(static_cast<std::int64_t>(workspace_bytes)), workspace_bytes};
}

Status StagedDeviceSeparator::load(Stream stream, bool has_table) {
  if (const Status status = separator_.load(tables_, stream, has_table); !status.ok()) return status;
  cudaError_t error = cudaSuccess;
  for (std::size_t stage = 0; stage < stages_.of_planes.size() && error == cudaSuccess; ++stage) {
    const std::span<const std::byte> tables = on_cuda(*stages_.of_planes[stage]).device_tables();
    error = cudaMemcpyAsync(stage_tables_[stage], tables.data(), tables.size(), cudaMemcpyHostToDevice, stream);
  }
  return status_of(error, "cannot copy the tables of stages");
}

// Plane stages use the same memory for every strip, so they stay on one stream.
Stream StagedDeviceSeparator::last_of(const StripStreams& streams) const {
  return stages_.of_planes.empty() ? separator_.last_of(streams) : streams.work;
}

Status StagedDeviceSeparator::enqueue(const DeviceStrip& strip, std::int64_t first,
                                      separation::cuda::DeviceTotalInk* total, const StripStreams& streams) const {
  const Stream stream = streams.work;
  const StageRows all = stage_rows(page_, stages_.planes_around(), first, strip.rows);
  DeviceStrip wide = strip;
  wide.rows = all.above + strip.rows + all.below;
  wide.pixels -= all.above * strip.pixels_row;
  if (const Status status = run_page_stages(wide, first - all.above, stream); !status.ok()) return status;
  const bool has_plane_stages = !stages_.of_planes.empty();
  Planes planes;
  const Status separated = separate(wide, strip, planes, has_plane_stages ? nullptr : total,
                                    {.work = stream, .decisions = last_of(streams)});
  if (!separated.ok() || !has_plane_stages) return separated;
  for (separation::Plane& plane : planes) plane.samples += all.above * plane.stride;
  if (const Status status = run_plane_stages(planes, strip, first, stream); !status.ok()) return status;
  return hand_over(planes, strip, total, stream);
}

// Where an ink lies after so many plane stages: in the strip if no later stage moves it or needs the rows around it.
std::byte* StagedDeviceSeparator::place_after(std::size_t stages, std::size_t ink, std::byte* scratch,
                                              const DeviceStrip& strip) const {
  if (ink >= inks() || strip.planes[ink] == nullptr) return scratch;
  for (const auto& later : std::span(stages_.of_planes).subspan(stages))
    if (moves(*later, ink) || later->window().rows() > 0) return scratch;
  return strip.planes[ink];
}

// Lets `planes` be those that come from the separation.
Status StagedDeviceSeparator::separate(DeviceStrip& wide, const DeviceStrip& strip, Planes& planes,
                                       separation::cuda::DeviceTotalInk* total, const StripStreams& streams) const {
  std::vector<std::byte*> separated;
  for (std::size_t ink = 0; ink < separated_.size(); ++ink)
    separated.push_back(place_after(0, ink, separated_[ink], strip));
  for (std::byte* const ink : separated) planes.push_back({ink, planes_row_});
  wide.planes = separated;
  wide.planes_row = planes_row_;
  return separator_.enqueue(wide, total, streams);
}

// Counts the ink of planes, and brings those to the strip that lie elsewhere.
Status StagedDeviceSeparator::hand_over(const Planes& planes, const DeviceStrip& strip,
                                        separation::cuda::DeviceTotalInk* total, Stream stream) const {
  std::vector<std::byte*> made;
  for (std::size_t ink = 0; ink < inks(); ++ink) made.push_back(planes[ink].samples);
  DeviceStrip counted = strip;
  counted.planes = made;
  const Status status = separation::cuda::count_ink(page_.format.bits, counted, total, stream);
  if (!status.ok()) return status;
  for (std::size_t ink = 0; ink < made.size(); ++ink) {
    if (strip.planes[ink] == nullptr || strip.planes[ink] == made[ink]) continue;
    const cudaError_t error =
        cudaMemcpyAsync(strip.planes[ink], made[ink], static_cast<std::size_t>(strip.rows * planes_row_),
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
    strip.pixels = pixels_[i] + later.above * page_.row_bytes();
    strip.pixels_row = static_cast<std::ptrdiff_t>(page_.row_bytes());
  }
  return {};
}

// Lets the planes be those after the stages.
Status StagedDeviceSeparator::run_plane_stages(Planes& planes, const DeviceStrip& strip, std::int64_t first,
                                               Stream stream) const {
  Window around = stages_.planes_around();
  for (std::size_t i = 0; i < stages_.of_planes.size(); ++i) {
    const PlaneStage& stage = *stages_.of_planes[i];
    around = around - stage.window();
    const StageRows later = stage_rows(page_, around, first, strip.rows);
    const StageRows made =
        stage_rows(page_, stage.window(), first - later.above, later.above + strip.rows + later.below);
    Planes in = planes;
    for (separation::Plane& plane : in) plane.samples -= later.above * plane.stride;
    Planes out;
    for (std::size_t j = 0; j < stage.inks().size(); ++j) {
      const std::size_t ink = stage.inks()[j];
      const bool stays = stage.is_in_place();
      out.push_back(stays ? in[ink] : separation::Plane{place_after(i + 1, ink, made_[i][j], strip), planes_row_});
    }
    const Status status = on_cuda(stage).enqueue(page_, made, in, out, {stage_tables_[i], workspace_}, stream);
    if (!status.ok()) return status;
    for (std::size_t ink = 0; ink < out.size(); ++ink)
      planes[stage.inks()[ink]] = {out[ink].samples + later.above * out[ink].stride, out[ink].stride};
  }
  return {};
}

}  // namespace platerip::rip::cuda
