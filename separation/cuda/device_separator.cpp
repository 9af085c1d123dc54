#include "separation/cuda/device_separator.h"

#include <cuda_runtime_api.h>

#include <optional>
#include <utility>

#include "base/cuda_errors.h"
#include "base/cutter.h"
#include "separation/added_inks.h"
#include "separation/cuda/doubts.h"
#include "separation/cuda/kernels.h"
#include "separation/cuda/made.h"
#include "separation/cuda/program_kernels.h"
#include "separation/cuda/spots.h"
#include "separation/cuda/tables.h"

namespace platerip::separation::cuda {
namespace {

Status check_size(const DeviceStrip& strip) {
  return strip.width < 0 || strip.rows < 0 ? Error{"separation: a strip of less than no pixels"} : Status();
}

template <typename Sample>
Status count(const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) {
  MadeRecipe<Sample> recipe;
  recipe.before = static_cast<int>(strip.planes.size());
  return enqueue_made(recipe, strip, total, stream);
}

}  // namespace

DeviceSeparator::DeviceSeparator(std::shared_ptr<const Tables> colors, std::shared_ptr<const Spots> spots,
                                 std::shared_ptr<const Made> made)
    : colors_(std::move(colors)), spots_(std::move(spots)), made_(std::move(made)) {
  if (colors_) inks_ = colors_->inks;
  inks_.insert(inks_.end(), spots_->names.begin(), spots_->names.end());
  inks_.insert(inks_.end(), made_->names.begin(), made_->names.end());
}

Status DeviceSeparator::supported() {
  return kernels_supported();
}

Result<DeviceSeparator> DeviceSeparator::make(const Settings& settings) {
  const auto own = colors_alone(settings);
  if (!own.ok()) return own.error();
  auto colors = *own ? make_tables(**own) : Result(std::shared_ptr<const Tables>());
  if (!colors.ok()) return colors.error();
  const std::size_t color_inks = *own ? (*colors)->inks.size() : 0;
  auto made = Made::make(settings, color_inks + settings.spots.size());
  if (!made.ok()) return made.error();
  auto spots = Spots::make(settings, color_inks);
  if (!spots.ok()) return spots.error();
  return DeviceSeparator(*std::move(colors), std::make_shared<const Spots>(*std::move(spots)),
                         std::make_shared<const Made>(*std::move(made)));
}

std::string DeviceSeparator::description() const {
  std::string text = "cuda (" + (colors_ ? colors_->name : "spot inks") + ")";
  if (colors_ && !spots_->names.empty()) text += ", spot inks";
  return text + (made_->makes_something ? ", made inks" : "");
}

bool DeviceSeparator::needs_all_planes() const {
  return made_->is_needed;
}

std::size_t DeviceSeparator::color_bytes() const {
  return colors_ ? colors_->place(Tables::end) : 0;
}

// What is left of the workspace for the tables of made inks.
Cutter DeviceSeparator::memory_for_made(std::byte* workspace) const {
  Cutter memory(workspace);
  memory.take(static_cast<std::int64_t>(color_bytes()));
  memory.take(std::ssize(spots_->curves));
  return memory;
}

std::size_t DeviceSeparator::workspace_bytes() const {
  return made_->tables_in(memory_for_made(nullptr)).memory.taken();
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
  for (const auto& [to, table] : made_->tables_in(memory_for_made(workspace)).copies)
    if (error == cudaSuccess) error = cudaMemcpyAsync(to, table.data(), table.size(), cudaMemcpyHostToDevice, stream);
  if (error != cudaSuccess || !colors_ || !colors_->arbiter)
    return status_of(error, "cannot copy the tables of colours");
  auto doubts = DoubtLists::make(colors_);
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

// Made inks need the pixels and the other inks, so then the strip stays on one stream.
Stream DeviceSeparator::last_of(const StripStreams& streams) const {
  return doubts_ && colors_->recipe.program.may_doubt() && !made_->is_needed ? streams.decisions : streams.work;
}

Status DeviceSeparator::enqueue(const DeviceStrip& strip, DeviceTotalInk* total, const StripStreams& streams) const {
  if (const Status status = check(strip); !status.ok() || strip.width == 0 || strip.rows == 0) return status;
  const auto recipe = colors_ ? std::optional(colors_->recipe_in(workspace_)) : std::nullopt;
  const DeviceSpots spots{spots_->format, spots_->curves.empty() ? nullptr : workspace_ + color_bytes()};
  DeviceStrip before = strip;
  before.planes = strip.planes.first(inks_.size() - made_->names.size());
  DeviceTotalInk* const total_before = made_->is_needed ? nullptr : total;
  const Stream work = streams.work;
  const Status status = doubts_ ? enqueue_program(*recipe, doubts_->next(), spots, before, total_before,
                                                  {.work = work, .decisions = last_of(streams)})
                                : enqueue_strip(recipe ? &*recipe : nullptr, spots, before, total_before, work);
  if (!status.ok() || !made_->is_needed) return status;
  TableCopies tables{memory_for_made(workspace_)};
  return std::visit([&](const auto& inks) { return enqueue_made(inks.recipe_in(tables), strip, total, work); },
                    made_->by_bits);
}

Status DeviceSeparator::status() const {
  return doubts_ ? doubts_->status() : Status();
}

Status count_ink(int bits, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) {
  if (const Status status = check_size(strip); !status.ok() || strip.width == 0 || strip.rows == 0) return status;
  if (strip.planes.size() > most_inks) return Error{"separation: more than " + std::to_string(most_inks) + " inks"};
  return bits == 8 ? count<std::uint8_t>(strip, total, stream) : count<std::uint16_t>(strip, total, stream);
}

}  // namespace platerip::separation::cuda
