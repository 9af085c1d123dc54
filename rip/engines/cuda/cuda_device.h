// A started NVIDIA GPU, and the memory that it keeps from page to page. Private to rip/engines/cuda/.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "base/status.h"
#include "rip/engines/cuda/cuda_memory.h"

namespace platerip::rip::cuda {

class CudaDevice {
 public:
  /// Starts GPU `number` in a thread of its own. A page may take at most `memory` bytes of it; 0: all free memory.
  CudaDevice(int number, std::size_t memory);

  /// See Gpu.
  [[nodiscard]] Status health();
  void release_memory();

  /// Makes the GPU current for the calling thread, and clears errors of others.
  void use() const;

  /// Waits until no other page uses the GPU. `stop` is polled meanwhile. Errors: the GPU could not be started or has
  /// failed, or `stop` returned true.
  Result<std::unique_lock<std::timed_mutex>> begin_page(const std::function<bool()>& stop);

  /// Bytes of GPU memory that a page may take. To be called, like the next two functions, between begin_page() and the
  /// end of the page. The memory is aligned to 256 and is valid until the next page. Errors: a CUDA error.
  Result<std::size_t> room();
  /// Null if there is too little free memory.
  std::byte* device_memory(std::size_t bytes);
  Result<std::byte*> host_memory(std::size_t bytes);

  /// Refuses all later pages.
  void fail(const Error& error);

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  Status start();

  int number_;
  std::size_t most_memory_;
  std::string name_;
  std::timed_mutex one_page_;
  std::mutex failure_;
  Status failed_;
  DeviceMemory device_memory_;
  std::size_t device_bytes_ = 0;
  PinnedMemory host_memory_;
  std::shared_future<Status> started_;  // declared last, as start() uses the other members
};

}  // namespace platerip::rip::cuda
