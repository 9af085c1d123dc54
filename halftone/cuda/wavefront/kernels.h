// The kernels, compiled in one file for each error filter and each tone filter. Private to halftone/cuda/.
#pragma once

#include <cstddef>
#include <string_view>

#include "halftone/tone_filter.h"

namespace platerip::halftone::cuda {

/// A kernel that takes a Launch.
struct Kernel {
  const void* code = nullptr;    ///< for cudaLaunchKernel()
  std::size_t shared_bytes = 0;  ///< dynamic shared memory that each thread block needs
};

/// Where rows of samples begin in memory.
enum class RowsAt {
  chunks,    ///< at multiples of 16 bytes; elsewhere, the kernel is several times slower
  anywhere,  ///< a kernel with two levels is hardly slower wherever rows begin; others do not differ
};

/// The kernel of the error filter at this index of error_filters, for plates with `levels` levels. `even` says whether
/// those of the ink are multiples of the first. CMake makes a source file for each filter (filter.cu.in).
template <std::size_t filter>
Kernel kernel_of(int levels, bool even, int bits, RowsAt rows);

/// The index of the tone filter of that name. An unknown name does not compile.
consteval std::size_t tone_place_of(std::string_view name) {
  std::size_t place = 0;
  while (tone_filters.at(place).name != name) ++place;
  return place;
}

/// The kernel of the tone filter at this index of tone_filters. CMake makes a source file for each (tones/tone.cu.in).
template <std::size_t place>
Kernel tone_kernel_of(int levels, int bits, RowsAt rows);

/// The same for planes with planes beside them, and two levels.
template <std::size_t place>
Kernel even_kernel_of(int bits);

}  // namespace platerip::halftone::cuda
