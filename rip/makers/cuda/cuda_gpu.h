// NVIDIA GPUs as a kind of GPUs.
#pragma once

#include "rip/makers/gpu_kinds.h"

namespace platerip::rip::cuda {

#ifdef PLATERIP_HAS_CUDA
Status find(int number);
std::shared_ptr<Gpu> open(int number, std::size_t memory);
#else
inline Status find(int) {
  return Error{"cuda: this platerip was built without CUDA", ErrorCode::unsupported};
}
inline constexpr std::nullptr_t open = nullptr;
#endif

/// The entry of gpu_kinds().
inline constexpr GpuKind gpus{.name = "cuda", .find = find, .open = open};

}  // namespace platerip::rip::cuda
