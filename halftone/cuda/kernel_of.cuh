// All kernels of one error filter.
#pragma once

#include "halftone/cuda/advance.cuh"

namespace platerip::halftone::cuda {

template <Method method, typename Sample>
const void* kernel_of(int levels) {
  switch (levels) {
    case 3:
      return reinterpret_cast<const void*>(advance<method, 3, Sample>);
    case 4:
      return reinterpret_cast<const void*>(advance<method, 4, Sample>);
    case 16:
      return reinterpret_cast<const void*>(advance<method, 16, Sample>);
    default:
      return reinterpret_cast<const void*>(advance<method, 2, Sample>);
  }
}

template <Method method>
const void* kernel_of(int levels, int bits) {
  return bits == 8 ? kernel_of<method, std::uint8_t>(levels) : kernel_of<method, std::uint16_t>(levels);
}

}  // namespace platerip::halftone::cuda
