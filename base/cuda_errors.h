// CUDA's errors as platerip's errors, for the GPU backends. Not installed.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/status.h"

namespace platerip {

/// Clears the thread's last CUDA error. CUDA keeps it until it is queried, and the next kernel launch would report it.
/// Used after an error that needs no report.
inline void forget_error() {
  cudaGetLastError();
}

/// Converts a CUDA error and clears it. `doing` says what was attempted.
inline Status status_of(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return {};
  forget_error();
  return Error{std::string("cuda: ") + doing + ": " + cudaGetErrorString(error), ErrorCode::device};
}

/// The number of GPUs that CUDA sees, at least one. Starts none. Errors: the machine has no driver, too old a driver,
/// or no GPU.
inline Result<int> count_gpus() {
  int driver = 0, runtime = 0, gpus = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0) return Error{"cuda: there is no NVIDIA driver on this machine", ErrorCode::device};
  cudaRuntimeGetVersion(&runtime);
  const cudaError_t error = cudaGetDeviceCount(&gpus);
  if (error == cudaErrorInsufficientDriver) {
    const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
    return Error{"cuda: the NVIDIA driver knows CUDA " + version(driver) + " and this program needs " +
                     version(runtime) + "; update the driver",
                 ErrorCode::device};
  }
  if (error == cudaErrorNoDevice || (error == cudaSuccess && gpus == 0))
    return Error{"cuda: no NVIDIA GPU is visible; CUDA_VISIBLE_DEVICES may hide it", ErrorCode::device};
  if (error != cudaSuccess) return status_of(error, "no NVIDIA GPU can be used").error();
  return gpus;
}

}  // namespace platerip
