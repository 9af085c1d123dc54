// Memory of an NVIDIA GPU, for tests.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace platerip {

/// Fills memory of which tests check that it is not changed.
inline constexpr std::byte untouched{0xA5};

/// Memory of the device, and a copy of it on the host.
struct DeviceBytes {
  explicit DeviceBytes(std::size_t size) : host(size, untouched) {
    void* memory = nullptr;
    must(cudaMalloc(&memory, size + 1));
    device = static_cast<std::byte*>(memory);
    upload();
  }
  ~DeviceBytes() { cudaFree(device); }
  DeviceBytes(const DeviceBytes&) = delete;
  DeviceBytes& operator=(const DeviceBytes&) = delete;

  void upload() { must(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice)); }
  void download() { must(cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost)); }

  static void must(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
  }

  std::vector<std::byte> host;
  std::byte* device = nullptr;
};

}  // namespace platerip
