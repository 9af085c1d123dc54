#include "rip/makers/gpu_kinds.h"

#include <algorithm>

#include "rip/makers/cuda/cuda_gpu.h"

namespace platerip::rip {

std::span<const GpuKind> gpu_kinds() {
  static constexpr GpuKind kinds[] = {cuda::gpus};
  return kinds;
}

const GpuKind* gpu_kind(std::string_view backend) {
  const auto kinds = gpu_kinds();
  const auto found = std::ranges::find_if(kinds, [backend](const GpuKind& kind) {
    return backend == "auto" ? kind.open != nullptr : backend == kind.name;
  });
  return found == kinds.end() ? nullptr : &*found;
}

Status find_gpu(int number) {
  const GpuKind* const kind = gpu_kind("auto");
  return (kind != nullptr ? *kind : gpu_kinds().front()).find(number);
}

std::shared_ptr<Gpu> open_gpu(int number, std::size_t memory) {
  const GpuKind* const kind = gpu_kind("auto");
  return kind != nullptr ? kind->open(number, memory) : nullptr;
}

}  // namespace platerip::rip
