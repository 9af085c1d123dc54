// Pinned memory. Private to rip/makers/cuda/.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "base/status.h"

namespace platerip::rip::cuda {

/// Host memory that the GPU can access directly. Since it is ordinary memory, it stays readable whatever happens to the
/// GPU.
class PinnedMemory {
 public:
  PinnedMemory() = default;
  /// Errors: what CUDA reports. Throws std::bad_alloc.
  static Result<PinnedMemory> make(std::size_t bytes);

  [[nodiscard]] std::byte* get() const { return memory_.get(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Release {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte[], Release> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace platerip::rip::cuda
