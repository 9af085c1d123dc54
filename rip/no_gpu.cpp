// A build without a CUDA compiler: there is no GPU.
#include "rip/backends.h"
#include "rip/gpu.h"

namespace platerip::rip {

Status find_gpu(int) {
  return find_backends("cuda").error();
}

std::shared_ptr<Gpu> open_gpu(int, std::size_t) {
  return nullptr;
}

}  // namespace platerip::rip
