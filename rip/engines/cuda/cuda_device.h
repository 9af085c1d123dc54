// A started NVIDIA GPU, and the memory that it keeps from page to page. Private to rip/engines/cuda/.
#pragma once

#include <chrono>
#include <condition_variable>
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
  [[nodiscard]] bool has_started() const;
  [[nodiscard]] Status health();
  void release_memory();

  /// Makes the GPU current for the calling thread, and clears errors of others.
  void use() const;

  /// Held while a page uses the GPU. Any thread may let it go.
  struct LetGo {
    void operator()(CudaDevice* device) const { device->let_go(); }
  };
  using Hold = std::unique_ptr<CudaDevice, LetGo>;

  /// Waits until no other page uses the GPU. `stop` is polled meanwhile. Errors: the GPU could not be started or has
  /// failed, or `stop` returned true.
  Result<Hold> begin_page(const std::function<bool()>& stop);

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
  bool hold_for(std::chrono::milliseconds time);
  void let_go();

  int number_;
  std::size_t most_memory_;
  std::string name_;
  std::mutex mutex_;
  std::condition_variable let_go_;
  bool is_held_ = false;
  std::mutex failure_;
  Status failed_;
  DeviceMemory device_memory_;
  std::size_t device_bytes_ = 0;
  PinnedMemory host_memory_;
  std::shared_future<Status> started_;  // declared last, as start() uses the other members
};

}  // namespace platerip::rip::cuda
