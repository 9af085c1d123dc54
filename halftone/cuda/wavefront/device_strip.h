// A strip of ink planes and its plates in the memory of an NVIDIA GPU. Nothing here throws.
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace platerip::halftone::cuda {

/// A CUDA stream: cudaStream_t without its header.
using Stream = CUstream_st*;

/// Some consecutive rows of all planes of a page, in device memory, which the caller owns. Rows of samples and pixels
/// are as in Plane and Plate, one plane after another. Strides must keep samples aligned. It is faster if rows of
/// samples begin at multiples of 16 bytes, and rows of pixels at multiples of 4 bytes.
struct DeviceStrip {
  std::int64_t rows = 0;
  const std::byte* samples = nullptr;
  std::ptrdiff_t samples_row = 0;    ///< bytes from row to row
  std::ptrdiff_t samples_plane = 0;  ///< bytes from plane to plane
  std::byte* pixels = nullptr;
  std::ptrdiff_t pixels_row = 0;
  std::ptrdiff_t pixels_plane = 0;
  /// Of a page that is searched: where what a page needs to go on below this strip is written once the strip is
  /// finished (PackedSearch), aligned to 2 bytes. Null if nobody needs it.
  std::byte* boundary = nullptr;
};

}  // namespace platerip::halftone::cuda
