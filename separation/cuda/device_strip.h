// A strip of page and its ink planes in the memory of an NVIDIA GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

struct CUstream_st;

namespace platerip::separation::cuda {

/// A CUDA stream: cudaStream_t, without its header.
using Stream = CUstream_st*;

/// Some consecutive rows of a page and of its ink planes, in the memory of the device. The caller owns it; no buffers
/// may overlap. Any stride is possible that keeps samples aligned; rows that begin at multiples of 4 samples are
/// faster. Bytes between the end of a row and the stride are left alone.
struct DeviceStrip {
  std::int64_t width = 0;  ///< pixels
  std::int64_t rows = 0;
  const std::byte* pixels = nullptr;   ///< interleaved, as Settings::format has them
  std::ptrdiff_t pixels_row = 0;       ///< bytes from row to row
  std::span<std::byte* const> planes;  ///< where each ink's samples go, in ink order, as in Plane; null: nowhere. Read
                                       ///< during the call only
  std::ptrdiff_t planes_row = 0;       ///< bytes from row to row, in every plane
};

/// What the inks of all pixels come to, in units of samples, after curves and ink limit. Inks without a plane count
/// too.
struct DeviceTotalInk {
  std::uint64_t sum = 0;  ///< over all pixels and inks
  std::uint32_t max = 0;  ///< of the pixels' sums over their inks
};

}  // namespace platerip::separation::cuda
