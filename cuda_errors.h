// What CUDA reports, as our errors: for the GPU backends. Not installed.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "status.h"

namespace platerip {

/// CUDA keeps a thread's last error until it is asked for it, and kernel launches are asked that way: after an error
/// that nothing more is made of.
inline void forget_error() {
  cudaGetLastError();
}

/// `doing` says what was asked of the device, for the message. The error is forgotten.
inline Status status_of(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return {};
  forget_error();
  return Error{std::string("cuda: ") + doing + ": " + cudaGetErrorString(error)};
}

}  // namespace platerip
