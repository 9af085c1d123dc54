// A strip of a page and its ink planes in the memory of an NVIDIA GPU. Nothing here throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

struct CUstream_st;

namespace platerip::separation::cuda {

/// A CUDA stream: cudaStream_t without its header.
using Stream = CUstream_st*;

/// The most inks of a page.
inline constexpr std::size_t most_inks = 64;

/// Some consecutive rows of a page and of its ink planes, in device memory. The caller owns the buffers, which may not
/// overlap. Strides must keep samples aligned; rows that begin at multiples of 4 samples are faster. Bytes between the
/// end of a row and the stride are not touched.
struct DeviceStrip {
  std::int64_t width = 0;  ///< pixels
  std::int64_t rows = 0;
  const std::byte* pixels = nullptr;   ///< interleaved, laid out as Settings::format says
  std::ptrdiff_t pixels_row = 0;       ///< bytes from row to row
  std::span<std::byte* const> planes;  ///< each ink's samples, in plane order, as in Plane; null: not written. The span
                                       ///< itself is read only during the call
  std::ptrdiff_t planes_row = 0;       ///< bytes from row to row, in every plane
};

/// The streams of a strip. `decisions` may be the same; if it is another, strips that follow on `work` need not wait
/// until the host has decided colours of this one.
struct StripStreams {
  Stream work = nullptr;
  Stream decisions = nullptr;
};

/// The total ink of all pixels, in sample units, after curves and ink limit. Inks without a plane count too, but not
/// what only tells where a colour is knocked out (MadeFrom::knocked_out).
struct DeviceTotalInk {
  std::uint64_t sum = 0;  ///< over all pixels and inks
  std::uint32_t max = 0;  ///< the largest sum over the inks of one pixel
};

}  // namespace platerip::separation::cuda
