// What CUDA reports, as our errors. Private to halftone/cuda/.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "status.h"

namespace platerip::halftone::cuda {

/// `doing` says what was asked of the device, for the message.
inline Status status_of(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return {};
  return Error{std::string("cuda: ") + doing + ": " + cudaGetErrorString(error)};
}

}  // namespace platerip::halftone::cuda
