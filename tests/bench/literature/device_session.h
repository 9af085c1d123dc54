// What all sessions on a GPU have in common.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>

#include "tests/bench/literature/algorithm.h"

namespace platerip::literature {

/// There is nothing that a benchmark could do about a failed call.
inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Memory of the device, or with `cudaMallocHost` pinned memory of the host; nothing is constructed in it.
template <typename T, bool on_host = false>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : bytes_(count * sizeof(T)) {
    if (count > 0) must(on_host ? cudaMallocHost(&data_, bytes_) : cudaMalloc(&data_, bytes_), "memory");
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { on_host ? cudaFreeHost(data_) : cudaFree(data_); }

  [[nodiscard]] T* data() const { return static_cast<T*>(data_); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  T& operator[](std::size_t i) const { return data()[i]; }

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};
template <typename T>
using PinnedBuffer = Buffer<T, true>;

/// The page in the device's memory without padding, and a byte for each pixel's level.
struct DevicePage {
  int width;
  int height;
  const std::uint8_t* samples;
  std::uint8_t* levels;

  [[nodiscard]] std::size_t pixels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

/// A session of what `enqueue` puts on a stream; as a graph, it is captured once.
class DeviceSession final : public Session {
 public:
  using Enqueue = std::function<void(const DevicePage& page, cudaStream_t stream)>;
  DeviceSession(const Page& page, Enqueue enqueue, bool as_graph = false);
  ~DeviceSession() override;
  DeviceSession(const DeviceSession&) = delete;
  DeviceSession& operator=(const DeviceSession&) = delete;

  double run() override;
  std::vector<std::uint8_t> levels() override;

 private:
  void launch();

  Buffer<std::uint8_t> samples_;
  Buffer<std::uint8_t> levels_;
  DevicePage page_;
  Enqueue enqueue_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;
};

/// The page's samples into dense rows of the device's memory.
void upload(const Page& page, std::uint8_t* samples);

}  // namespace platerip::literature
