// For benchmarks on a GPU: what fails ends them.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "base/status.h"

namespace platerip {

inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

inline void must(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.error().message.c_str());
  std::exit(1);
}

}  // namespace platerip
