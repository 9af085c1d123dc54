#include "rip/makers/cuda/cuda_device.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "halftone/cuda/device_halftoner.h"
#include "rip/makers/cuda/cuda_gpu.h"
#include "separation/cuda/device_separator.h"

namespace platerip::rip::cuda {
namespace {

// Free memory left to the driver for kernels and copies.
constexpr std::size_t margin = std::size_t{32} << 20;

constexpr std::chrono::milliseconds wait_time(100);  // between two polls of `stop`

}  // namespace

CudaDevice::CudaDevice(int number, std::size_t memory)
    : number_(number), most_memory_(memory), started_(std::async(std::launch::async, [this] { return start(); })) {}

Status CudaDevice::start() {
  if (const Status status = find(number_); !status.ok()) return status;
  cudaError_t error = cudaSetDevice(number_);
  if (error == cudaSuccess) error = cudaFree(nullptr);
  cudaDeviceProp properties{};
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, number_);
  if (error != cudaSuccess) {
    return Error{status_of(error, "the GPU cannot be started").error().message,
                 ErrorCode::device,
                 {{.action = Advice::Action::other, .value = "stop other programs that use it"},
                  {.action = Advice::Action::give_another, .setting = "device"},
                  {.action = Advice::Action::give, .setting = "backend", .value = "cpu"}}};
  }
  name_ = properties.name;
  if (const Status status = separation::cuda::DeviceSeparator::supported(); !status.ok()) return status;
  return halftone::cuda::DeviceHalftoner::supported();
}

bool CudaDevice::has_started() const {
  return started_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

Status CudaDevice::health() {
  if (has_started() && !started_.get().ok()) return started_.get();
  const std::lock_guard lock(failure_);
  return failed_;
}

void CudaDevice::release_memory() {
  if (!hold_for({})) return;
  const Hold hold(this);
  if (host_memory_.bytes() == 0) return;
  use();
  host_memory_ = {};
}

Result<CudaDevice::Hold> CudaDevice::begin_page(const std::function<bool()>& stop) {
  while (started_.wait_for(wait_time) != std::future_status::ready || !hold_for(wait_time)) {
    if (stop && stop()) return Error{"stopped", ErrorCode::stopped};
  }
  Hold page(this);
  if (const Status status = health(); !status.ok()) return status.error();
  use();
  return page;
}

bool CudaDevice::hold_for(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (!let_go_.wait_for(lock, time, [this] { return !is_held_; })) return false;
  is_held_ = true;
  return true;
}

void CudaDevice::let_go() {
  const std::lock_guard lock(mutex_);
  is_held_ = false;
  let_go_.notify_one();
}

// If this call fails, the next one reports the error.
void CudaDevice::use() const {
  cudaSetDevice(number_);
  forget_error();
}

Result<std::size_t> CudaDevice::room() {
  std::size_t free = 0, all = 0;
  const Status status = status_of(cudaMemGetInfo(&free, &all), "the GPU does not report its free memory");
  if (!status.ok()) return status.error();
  free = std::max(free, margin) - margin + device_bytes_;
  return most_memory_ > 0 ? std::min(free, most_memory_) : free;
}

std::byte* CudaDevice::device_memory(std::size_t bytes) {
  left_table_ = std::exchange(table_, {});
  if (bytes <= device_bytes_) return device_memory_.get();
  left_table_.reset();
  device_memory_.reset();
  device_bytes_ = 0;
  void* memory = nullptr;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) {
    forget_error();
    return nullptr;
  }
  device_memory_.reset(static_cast<std::byte*>(memory));
  device_bytes_ = bytes;
  return device_memory_.get();
}

Result<std::byte*> CudaDevice::host_memory(std::size_t bytes) {
  if (bytes <= host_memory_.bytes()) return host_memory_.get();
  host_memory_ = {};
  auto memory = PinnedMemory::make(bytes);
  if (!memory.ok()) return memory.error();
  host_memory_ = *std::move(memory);
  return host_memory_.get();
}

void CudaDevice::fail(const Error& error) {
  const std::lock_guard lock(failure_);
  if (failed_.ok()) failed_ = error;
}

}  // namespace platerip::rip::cuda
