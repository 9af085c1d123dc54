#include "halftone/cuda/kernel_of.cuh"
#include "halftone/cuda/kernels.h"

namespace platerip::halftone::cuda {

Kernel fan_kernel(int levels, int bits) {
  return kernel_of<Method::fan>(levels, bits);
}

}  // namespace platerip::halftone::cuda
