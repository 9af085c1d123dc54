#include "separation/cuda/device_separator.h"

#include <cuda_runtime_api.h>

#include <utility>

#include "base/cuda_errors.h"
#include "separation/cuda/kernels.h"
#include "separation/cuda/tables.h"

namespace platerip::separation::cuda {
namespace {

Status check_size(const DeviceStrip& strip) {
  return strip.width < 0 || strip.rows < 0 ? Error{"separation: a strip of less than no pixels"} : Status();
}

}  // namespace

DeviceSeparator::DeviceSeparator(std::shared_ptr<const Tables> tables) : tables_(std::move(tables)) {}

Status DeviceSeparator::supported() {
  return kernels_supported();
}

Result<DeviceSeparator> DeviceSeparator::make(const Settings& settings) {
  auto tables = make_tables(settings);
  if (!tables.ok()) return tables.error();
  return DeviceSeparator(*std::move(tables));
}

const std::vector<std::string>& DeviceSeparator::inks() const {
  return tables_->inks;
}

std::string DeviceSeparator::description() const {
  return "cuda (" + tables_->name + ")";
}

std::size_t DeviceSeparator::workspace_bytes() const {
  return tables_->bytes();
}

Status DeviceSeparator::load(std::byte* workspace, Stream stream) {
  const auto copy = [&](std::size_t at, std::span<const std::byte> bytes) {
    return cudaMemcpyAsync(workspace + at, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream);
  };
  workspace_ = workspace;
  cudaError_t error = copy(0, std::as_bytes(std::span(tables_->nodes)));
  if (error == cudaSuccess) error = copy(tables_->blacks_at(), tables_->blacks);
  if (error == cudaSuccess) error = copy(tables_->curves_at(), tables_->curves);
  if (error == cudaSuccess) error = copy(tables_->entries_at(), tables_->entries());
  return status_of(error, "cannot copy the tables of colours");
}

Status DeviceSeparator::check(const DeviceStrip& strip) const {
  if (const Status status = check_size(strip); !status.ok()) return status;
  if (strip.planes.size() == inks().size()) return {};
  return Error{"separation: " + std::to_string(strip.planes.size()) + " planes for " + std::to_string(inks().size()) +
               " inks"};
}

Status DeviceSeparator::enqueue(const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) const {
  if (const Status status = check(strip); !status.ok() || strip.width == 0 || strip.rows == 0) return status;
  return enqueue_strip(tables_->recipe_in(workspace_), strip, total, stream);
}

Status count_ink(int bits, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) {
  if (const Status status = check_size(strip); !status.ok() || strip.width == 0 || strip.rows == 0) return status;
  return enqueue_count(bits, strip, total, stream);
}

}  // namespace platerip::separation::cuda
