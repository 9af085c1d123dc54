#include "halftone/cuda/kernel_of.cuh"
#include "halftone/cuda/kernels.h"

namespace platerip::halftone::cuda {

Kernel floyd_steinberg_kernel(int levels, int bits) {
  return kernel_of<Method::floyd_steinberg>(levels, bits);
}

}  // namespace platerip::halftone::cuda
