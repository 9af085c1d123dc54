#include "separation/cuda/device_separator.h"

#include <cuda_runtime_api.h>

#include <optional>
#include <utility>

#include "base/cuda_errors.h"
#include "separation/added_inks.h"
#include "separation/cuda/doubts.h"
#include "separation/cuda/kernels.h"
#include "separation/cuda/program_kernels.h"
#include "separation/cuda/spots.h"
#include "separation/cuda/tables.h"

namespace platerip::separation::cuda {
namespace {

Status check_size(const DeviceStrip& strip) {
  return strip.width < 0 || strip.rows < 0 ? Error{"separation: a strip of less than no pixels"} : Status();
}

}  // namespace

DeviceSeparator::DeviceSeparator(std::shared_ptr<const Tables> colors, std::shared_ptr<const Spots> spots)
    : colors_(std::move(colors)), spots_(std::move(spots)) {
  if (colors_) inks_ = colors_->inks;
  inks_.insert(inks_.end(), spots_->names.begin(), spots_->names.end());
}

Status DeviceSeparator::supported() {
  return kernels_supported();
}

Result<DeviceSeparator> DeviceSeparator::make(const Settings& settings) {
  if (!settings.made.empty()) return not_on_gpus("made inks");
  if (settings.knock_out) return not_on_gpus("a colour is knocked out");
  const auto own = colors_alone(settings);
  if (!own.ok()) return own.error();
  auto colors = *own ? make_tables(**own) : Result(std::shared_ptr<const Tables>());
  if (!colors.ok()) return colors.error();
  auto spots = Spots::make(settings, *own ? (*colors)->inks.size() : 0);
  if (!spots.ok()) return spots.error();
  return DeviceSeparator(*std::move(colors), std::make_shared<const Spots>(*std::move(spots)));
}

std::string DeviceSeparator::description() const {
  if (!colors_) return "cuda (spot inks)";
  return "cuda (" + colors_->name + ")" + (spots_->names.empty() ? "" : ", spot inks");
}

std::size_t DeviceSeparator::color_bytes() const {
  return colors_ ? colors_->place(Tables::end) : 0;
}

std::size_t DeviceSeparator::workspace_bytes() const {
  return color_bytes() + spots_->curves.size();
}

std::shared_ptr<const void> DeviceSeparator::table() const {
  return colors_ ? colors_->exact_colors : nullptr;
}

Status DeviceSeparator::load(std::byte* workspace, Stream stream, bool has_table) {
  const auto copy = [&](std::size_t at, std::span<const std::byte> bytes) {
    return cudaMemcpyAsync(workspace + at, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream);
  };
  workspace_ = workspace;
  cudaError_t error = copy(color_bytes(), spots_->curves);
  if (colors_) {
    const Tables::Parts parts = colors_->parts();
    for (std::size_t part = has_table ? Tables::in_entries + 1 : 0; part < parts.size() && error == cudaSuccess; ++part)
      error = copy(colors_->place(static_cast<Tables::Part>(part)), parts[part]);
  }
  if (error != cudaSuccess || !colors_ || !colors_->arbiter)
    return status_of(error, "cannot copy the tables of colours");
  auto doubts = Doubts::make(colors_);
  if (!doubts.ok()) return doubts.error();
  doubts_ = *std::move(doubts);
  return {};
}

Status DeviceSeparator::check(const DeviceStrip& strip) const {
  if (const Status status = check_size(strip); !status.ok()) return status;
  if (strip.planes.size() == inks().size()) return {};
  return Error{"separation: " + std::to_string(strip.planes.size()) + " planes for " + std::to_string(inks().size()) +
               " inks"};
}

Status DeviceSeparator::enqueue(const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) const {
  if (const Status status = check(strip); !status.ok() || strip.width == 0 || strip.rows == 0) return status;
  const auto recipe = colors_ ? std::optional(colors_->recipe_in(workspace_)) : std::nullopt;
  const DeviceSpots spots{spots_->format, spots_->curves.empty() ? nullptr : workspace_ + color_bytes()};
  if (doubts_) return enqueue_program(*recipe, *doubts_, spots, strip, total, stream);
  return enqueue_strip(recipe ? &*recipe : nullptr, spots, strip, total, stream);
}

Status DeviceSeparator::status() const {
  return doubts_ ? doubts_->status() : Status();
}

Status count_ink(int bits, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) {
  if (const Status status = check_size(strip); !status.ok() || strip.width == 0 || strip.rows == 0) return status;
  return enqueue_count(bits, strip, total, stream);
}

}  // namespace platerip::separation::cuda
