// A started NVIDIA GPU, and the memory that it keeps from page to page. Private to rip/makers/cuda/.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "base/cuda_owned.h"
#include "base/status.h"
#include "rip/makers/cuda/cuda_memory.h"

namespace platerip::rip::cuda {

/// One GPU, for one page at a time. Thread-safe, except where a function says when it may be called.
class CudaDevice {
 public:
  /// Starts GPU `number` in a thread of its own. A page may take at most `memory` bytes of it; 0: all free memory.
  CudaDevice(int number, std::size_t memory);

  /// These three: see Gpu.
  [[nodiscard]] bool has_started() const;
  [[nodiscard]] Status health();
  void release_memory();

  /// Makes the GPU current for the calling thread, and clears earlier errors.
  void use() const;

  /// A page holds this while it uses the GPU. Any thread may let it go.
  struct LetGo {
    void operator()(CudaDevice* device) const { device->let_go(); }
  };
  using Hold = std::unique_ptr<CudaDevice, LetGo>;

  /// Waits until no other page uses the GPU. `stop` is polled meanwhile. Errors: the GPU could not be started or has
  /// failed, or `stop` returned true.
  Result<Hold> begin_page(const std::function<bool()>& stop);

  // The next five may be called only while a page holds the GPU, by one thread at a time.

  /// Bytes of GPU memory that the page may take. Errors: a CUDA error.
  Result<std::size_t> room();
  /// GPU memory, aligned to 256 bytes and valid until the next page. Null if too little is free.
  std::byte* device_memory(std::size_t bytes);
  /// The table with which that memory begins: the page before left it there. Null: none, or nobody holds it any longer.
  [[nodiscard]] std::shared_ptr<const void> left_table() const { return left_table_.lock(); }
  /// To be called when a table is at the beginning of that memory, where the page leaves it.
  void leave_table(const std::shared_ptr<const void>& table) { table_ = table; }
  /// Pinned host memory, aligned and valid likewise. Errors: a CUDA error. Throws std::bad_alloc.
  Result<std::byte*> host_memory(std::size_t bytes);

  /// Refuses all later pages with `error`, or with the one of the first call.
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
  std::weak_ptr<const void> left_table_, table_;  // of the page before and of this one
  PinnedMemory host_memory_;
  std::shared_future<Status> started_;  // declared last, as start() uses the other members
};

}  // namespace platerip::rip::cuda
