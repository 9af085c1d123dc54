// More of what CUDA hands out, owned: events, pinned memory. Private to rip/engines/cuda/.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "base/cuda_owned.h"
#include "base/status.h"

namespace platerip::rip::cuda {

struct DestroyEvent {
  void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<CUevent_st, DestroyEvent>;

/// `blocking`: whoever waits for it sleeps.
Result<Event> make_event(bool blocking);

/// Memory of the host's that the device reaches by itself. It is ordinary memory, which stays readable whatever becomes
/// of the device.
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
