// What CUDA reports, as our errors: for the GPU backends. Not installed.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "status.h"

namespace platerip {

/// `doing` says what was asked of the device, for the message.
inline Status status_of(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return {};
  return Error{std::string("cuda: ") + doing + ": " + cudaGetErrorString(error)};
}

}  // namespace platerip
