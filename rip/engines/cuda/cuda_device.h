// An NVIDIA GPU while it is started, and what it keeps from page to page. Private to rip/engines/cuda/.
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
  /// Starts GPU `number` in a thread of its own. A page may take `memory` bytes of it at most; 0: what is free.
  CudaDevice(int number, std::size_t memory);

  /// As Gpu has them.
  [[nodiscard]] Status health();
  void release_memory();

  /// Makes the GPU current for the calling thread, which forgets errors of others.
  void use() const;

  /// For one page at a time. `stop` is asked while it waits. Errors: the GPU could not be started, or has failed;
  /// stopped.
  Result<std::unique_lock<std::timed_mutex>> begin_page(const std::function<bool()>& stop);

  /// Bytes that a page may take of the GPU's memory. This and the next two come between begin_page() and the end of the
  /// page; the memory is aligned to 256 and lasts until the page after. Errors: what CUDA reports.
  Result<std::size_t> room();
  /// Null where there is no room.
  std::byte* device_memory(std::size_t bytes);
  Result<std::byte*> host_memory(std::size_t bytes);

  /// No page will be begun any more.
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
  std::shared_future<Status> started_;  // the last: start() works on the others
};

}  // namespace platerip::rip::cuda
