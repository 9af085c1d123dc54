// What all sessions on a GPU share.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "tests/bench/literature/algorithm.h"

namespace platerip::literature {

/// A benchmark could do nothing about a failed call, so it ends.
inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

enum class In { device, pinned_host };

/// Memory for any type. It constructs no objects.
class AnyBuffer {
 public:
  AnyBuffer(std::size_t bytes, In in) : bytes_(bytes), in_(in) {
    if (bytes == 0) return;
    must(in == In::device ? cudaMalloc(&data_, bytes) : cudaMallocHost(&data_, bytes), "memory");
  }
  AnyBuffer(const AnyBuffer&) = delete;
  AnyBuffer& operator=(const AnyBuffer&) = delete;
  ~AnyBuffer() { in_ == In::device ? cudaFree(data_) : cudaFreeHost(data_); }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void poison() const {
    if (bytes_ > 0) must(cudaMemset(data_, poison_byte, bytes_), "poison");
  }

 protected:
  void* data_ = nullptr;

 private:
  std::size_t bytes_;
  In in_;
};

template <typename T>
class Buffer : public AnyBuffer {
 public:
  explicit Buffer(std::size_t count, In in = In::device) : AnyBuffer(count * sizeof(T), in) {}
  [[nodiscard]] T* data() const { return static_cast<T*>(data_); }
  T& operator[](std::size_t i) const { return data()[i]; }
};

/// The page in the device's memory, without padding, and a byte for the level of each pixel.
struct DevicePage {
  int width;
  int height;
  const std::uint8_t* samples;
  std::uint8_t* levels;

  [[nodiscard]] std::size_t pixels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

/// What an algorithm needs of the device's memory besides the page: several pieces, or none.
using Scratch = std::vector<std::shared_ptr<AnyBuffer>>;

/// A session for work that `enqueue` puts on a stream. If it is to be a graph, it is captured once.
class DeviceSession final : public Session {
 public:
  using Enqueue = std::function<void(const DevicePage& page, cudaStream_t stream)>;
  DeviceSession(const Page& page, Scratch scratch, Enqueue enqueue, bool as_graph = false);
  ~DeviceSession() override;
  DeviceSession(const DeviceSession&) = delete;
  DeviceSession& operator=(const DeviceSession&) = delete;

  void poison() override;
  double run() override;
  void levels(std::span<std::uint8_t> to) override;

 private:
  void launch();

  Buffer<std::uint8_t> samples_;
  Buffer<std::uint8_t> levels_;
  DevicePage page_;
  Scratch scratch_;
  Enqueue enqueue_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;
};

/// Copies the page's samples to the device's memory, without padding.
void upload(const Page& page, std::uint8_t* samples);

}  // namespace platerip::literature
