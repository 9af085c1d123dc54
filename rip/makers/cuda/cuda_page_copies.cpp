// What a page copies to the GPU and back.
#include <algorithm>

#include "rip/makers/cuda/cuda_page.h"
#include "rip/makers/cuda/tones_cuda.h"
#include "rip/makers/cuda/turn_cuda.h"

namespace platerip::rip::cuda {

// With the rows around the strip.
cudaError_t CudaPage::upload_pixels(const Lane& lane, const StripInFlight& strip) {
  const StageRows rows = rows_of(lane);
  const std::ptrdiff_t row_bytes = strip.pixel_stride;
  std::byte* const to = lane.turn == unturned ? lane.pixels : lane.lying;
  return cudaMemcpyAsync(to, strip.pixels - rows.above * row_bytes,
                         static_cast<std::size_t>((rows.above + rows.rows + rows.below) * row_bytes),
                         cudaMemcpyHostToDevice, up_.get());
}

cudaError_t CudaPage::upload_planes(const Lane& lane, const StripInFlight& strip) {
  const auto row = static_cast<std::size_t>(shape_.width * shape_.sample_bytes);
  for (std::size_t ink = 0; ink < lane.planes.size(); ++ink) {
    const separation::Plane& plane = strip.planes[ink];
    const cudaError_t error = cudaMemcpy2DAsync(
        lane.planes[ink], static_cast<std::size_t>(samples_row_), plane.samples, static_cast<std::size_t>(plane.stride),
        row, static_cast<std::size_t>(strip.rows), cudaMemcpyHostToDevice, up_.get());
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

Status CudaPage::upload(const Lane& lane, const StripInFlight& strip) {
  cudaError_t error = separator_ ? upload_pixels(lane, strip) : upload_planes(lane, strip);
  if (error == cudaSuccess) error = cudaEventRecord(lane.uploaded.get(), up_.get());
  return status_of(error, "cannot bring the page to the GPU");
}

// Brings pixels that came as they lie to where upright ones are uploaded.
Status CudaPage::turn(const Lane& lane) {
  if (lane.turn == unturned) return {};
  const StageRows rows = rows_of(lane);
  const int pixel_bytes = settings_.separation.format.bytes();
  return enqueue_turn({.from = lane.lying,
                       .to = lane.pixels,
                       .width = shape_.pixel_row_bytes / pixel_bytes,
                       .rows = rows.above + rows.rows + rows.below,
                       .pixel_bytes = pixel_bytes,
                       .turn = lane.turn},
                      separate_.get());
}

Status CudaPage::bring_tones(const Lane& lane, const StripInFlight& onto) {
  constexpr const char* doing = "cannot bring tones from the GPU";
  cudaError_t error = cudaStreamWaitEvent(down_.get(), lane.separated.get(), 0);
  if (error != cudaSuccess) return status_of(error, doing);
  StripTones tones = place_tones(*shape_.tones, plan_.rows, lane.tones);
  tones.first = onto.tones.first;
  const DeviceInks inks{lane.planes, static_cast<std::ptrdiff_t>(samples_row_), lane.end - lane.rows, lane.rows};
  if (const Status status = enqueue_tones(*shape_.tones, inks, tones, plan_.rows, down_.get()); !status.ok())
    return status;
  error = cudaMemcpyAsync(onto.tones.histograms, lane.tones,
                          static_cast<std::size_t>(tones_bytes(*shape_.tones, plan_.rows)), cudaMemcpyDeviceToHost,
                          down_.get());
  return status_of(error, doing);
}

Status CudaPage::bring_down(const Lane& lane, const StripInFlight& onto, const Outcome& outcome) {
  cudaStream_t stream = down_.get();
  cudaError_t error = cudaStreamWaitEvent(stream, lane.halftoned.get(), 0);
  if (error == cudaSuccess && summer_) {
    if (const Status status = bring_sums(lane, onto); !status.ok()) return status;
  }
  if (error == cudaSuccess) error = bring_plates(lane, onto);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(outcome.notes, lane.notes, static_cast<std::size_t>(errors_at + errors_bytes()),
                            cudaMemcpyDeviceToHost, stream);
  if (error != cudaSuccess) return status_of(error, "cannot bring the plates from the GPU");
  return save_outcome(outcome);
}

Status CudaPage::bring_sums(const Lane& lane, const StripInFlight& onto) const {
  const DevicePlates plates{lane.plates, static_cast<std::ptrdiff_t>(plates_row_),
                            static_cast<std::ptrdiff_t>(plates_row_ * plan_.rows), lane.end - lane.rows, lane.rows};
  const PlateSums sums = place_sums(*shape_.sums, plan_.rows, lane.sums);
  if (const Status status = summer_->enqueue(plates, sums, down_.get()); !status.ok()) return status;
  const cudaError_t error =
      cudaMemcpyAsync(onto.sums.sums[0], lane.sums, static_cast<std::size_t>(shape_.sums->bytes(plan_.rows)),
                      cudaMemcpyDeviceToHost, down_.get());
  return status_of(error, "cannot bring the sums of plates from the GPU");
}

Status CudaPage::save_outcome(const Outcome& outcome) {
  return status_of(cudaEventRecord(outcome.done.get(), down_.get()), "cannot bring a strip from the GPU");
}

// The plates of a full strip follow each other without gaps, on the device and on the host.
cudaError_t CudaPage::bring_plates(const Lane& lane, const StripInFlight& onto) const {
  const auto copy = [&](std::byte* to, const std::byte* from, std::int64_t bytes) {
    return cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost, down_.get());
  };
  const std::int64_t plate_bytes = plan_.rows * plates_row_;
  if (lane.rows == plan_.rows)
    return copy(onto.plates[0].pixels, lane.plates, plate_bytes * static_cast<std::int64_t>(onto.plates.size()));
  cudaError_t error = cudaSuccess;
  const std::byte* from = lane.plates;
  for (const halftone::Plate& plate : onto.plates) {
    if (error == cudaSuccess) error = copy(plate.pixels, from, lane.rows * plates_row_);
    from += plate_bytes;
  }
  return error;
}

}  // namespace platerip::rip::cuda
