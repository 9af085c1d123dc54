// Owners of CUDA's memory and streams, for the GPU backends. Not installed.
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

/// Makes a stream of the current device that does not synchronize with others.
inline Result<OwnedStream> make_stream() {
  cudaStream_t stream = nullptr;
  const Status status = status_of(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cannot make a stream");
  if (!status.ok()) return status.error();
  return OwnedStream(stream);
}

}  // namespace platerip
