// All kernels of one error filter.
#pragma once

#include "halftone/cuda/advance.cuh"
#include "halftone/cuda/kernels.h"

namespace platerip::halftone::cuda {

template <std::size_t filter, typename Sample>
Kernel kernel_for_samples(int levels) {
  switch (levels) {
    case 2:
      return reinterpret_cast<Kernel>(advance<filter, 2, Sample>);
    case 3:
      return reinterpret_cast<Kernel>(advance<filter, 3, Sample>);
    case 4:
      return reinterpret_cast<Kernel>(advance<filter, 4, Sample>);
    case 16:
      return reinterpret_cast<Kernel>(advance<filter, 16, Sample>);
  }
  return nullptr;  // check() refuses others
}

template <std::size_t filter>
Kernel kernel_of(int levels, int bits) {
  return bits == 8 ? kernel_for_samples<filter, std::uint8_t>(levels)
                   : kernel_for_samples<filter, std::uint16_t>(levels);
}

}  // namespace platerip::halftone::cuda
