// A build without a CUDA compiler has no GPUs.
#include "rip/engines/backends.h"
#include "rip/engines/gpu.h"

namespace platerip::rip {

bool has_gpus() {
  return false;
}

Status find_gpu(int) {
  return find_backends("cuda").error();
}

std::shared_ptr<Gpu> open_gpu(int, std::size_t) {
  return nullptr;
}

}  // namespace platerip::rip
