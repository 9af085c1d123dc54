// NumPy arrays as planes and plates, which share their memory.
//
// To be called with the GIL held. An array that does not fit raises TypeError or ValueError, with a sentence that says
// what would fit.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::python {

/// Bits of a sample of this array, 8 or 16. `what` names the array, as in "a plane".
int sample_bits(const pybind11::array& array, const char* what);

/// Raises unless rows can be read where they are: the samples of a row lie side by side, and all are aligned.
void check_rows(const pybind11::array& array, const char* what);

/// Planes of one page, each an array of rows and pixels.
struct PlaneArrays {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  int bits = 8;
  std::vector<halftone::Plane> planes;
};
PlaneArrays plane_arrays(std::span<const pybind11::array> arrays);

/// A new array of plates: planes, rows, and the bytes of a row.
pybind11::array_t<std::uint8_t> new_plates(std::size_t count, std::int64_t rows, std::int64_t row_bytes);

/// The plates that an array of that shape holds. Raises if it has another shape or type, cannot be written, or shares
/// memory with the planes.
std::vector<halftone::Plate> plates_in(pybind11::array& array, std::size_t count, std::int64_t rows,
                                       std::int64_t row_bytes, std::span<const pybind11::array> planes);

}  // namespace platerip::python
