#include "halftone/cuda/kernel_of.cuh"
#include "halftone/cuda/kernels.h"

namespace platerip::halftone::cuda {

Kernel jarvis_kernel(int levels, int bits) {
  return kernel_of<Method::jarvis>(levels, bits);
}

}  // namespace platerip::halftone::cuda
