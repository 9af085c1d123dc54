#include "halftone/cuda/kernel_of.cuh"
#include "halftone/cuda/kernels.h"

namespace platerip::halftone::cuda {

Kernel stucki_kernel(int levels, int bits) {
  return kernel_of<Method::stucki>(levels, bits);
}

}  // namespace platerip::halftone::cuda
