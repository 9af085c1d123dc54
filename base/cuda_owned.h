// Owners of CUDA's memory, streams and events, for the GPU backends. Not installed.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "base/cuda_errors.h"
#include "base/status.h"

namespace platerip {

struct FreeDeviceMemory {
  void operator()(std::byte* memory) const { cudaFree(memory); }
};
using DeviceMemory = std::unique_ptr<std::byte[], FreeDeviceMemory>;

struct DestroyStream {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
using OwnedStream = std::unique_ptr<CUstream_st, DestroyStream>;

struct DestroyEvent {
  void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<CUevent_st, DestroyEvent>;

/// Makes an event of the current device. `blocking`: a thread that waits for it sleeps, and does not spin.
inline Result<Event> make_event(bool blocking) {
  cudaEvent_t event = nullptr;
  const unsigned flags = cudaEventDisableTiming | (blocking ? cudaEventBlockingSync : 0U);
  const Status status = status_of(cudaEventCreateWithFlags(&event, flags), "cannot make an event");
  if (!status.ok()) return status.error();
  return Event(event);
}

/// Makes a stream of the current device that does not synchronize with others.
inline Result<OwnedStream> make_stream() {
  cudaStream_t stream = nullptr;
  const Status status = status_of(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cannot make a stream");
  if (!status.ok()) return status.error();
  return OwnedStream(stream);
}

}  // namespace platerip
