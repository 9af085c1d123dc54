#include "rip/python/arrays.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace platerip::python {
namespace {

namespace py = pybind11;

std::string text_of(const py::handle& object) {
  return py::str(object);
}

std::string shape_of(const py::array& array) {
  return text_of(array.attr("shape"));
}

// The memory from the first byte of an array to the last. Strides may be negative.
std::pair<const std::byte*, const std::byte*> extent_of(const py::array& array) {
  const auto* first = static_cast<const std::byte*>(array.data());
  const auto* last = first + array.itemsize();
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    if (array.shape(i) == 0) return {first, first};
    const py::ssize_t reach = (array.shape(i) - 1) * array.strides(i);
    (reach < 0 ? first : last) += reach;
  }
  return {first, last};
}

bool share_memory(const py::array& a, const py::array& b) {
  const auto [a_first, a_last] = extent_of(a);
  const auto [b_first, b_last] = extent_of(b);
  return a_first < b_last && b_first < a_last;
}

halftone::Plane plane_of(const py::array& array) {
  if (array.ndim() != 2)
    throw py::value_error("a plane has 2 dimensions, rows and pixels; this array has the shape " + shape_of(array));
  if (array.shape(1) == 0)
    throw py::value_error("a plane needs pixels in its rows; this array has the shape " + shape_of(array));
  check_rows(array, "a plane");
  return {static_cast<const std::byte*>(array.data()), array.strides(0)};
}

}  // namespace

int sample_bits(const py::array& array, const char* what) {
  const py::dtype type = array.dtype();
  const bool is_sample = type.kind() == 'u' && (type.itemsize() == 1 || type.itemsize() == 2);
  if (!is_sample) {
    throw py::type_error(std::string(what) + " has samples of uint8 or uint16, not " + text_of(type) +
                         "; convert it, as in (255 * array).round().astype(numpy.uint8) for samples from 0 to 1");
  }
  if (!py::cast<bool>(type.attr("isnative"))) {
    throw py::type_error(std::string(what) + " has samples in the byte order of this machine, not " + text_of(type) +
                         "; convert it with array.astype(numpy.uint16)");
  }
  return static_cast<int>(8 * type.itemsize());
}

void check_rows(const py::array& array, const char* what) {
  py::ssize_t step = array.itemsize();
  for (py::ssize_t i = array.ndim() - 1; i > 0; --i) {
    if (array.size() > 0 && array.shape(i) > 1 && array.strides(i) != step) {
      throw py::value_error(std::string(what) +
                            " has the samples of a row side by side, which this array has not; copy it with "
                            "numpy.ascontiguousarray()");
    }
    step *= array.shape(i);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(array.data());
  if (address % static_cast<std::size_t>(array.itemsize()) != 0 || array.strides(0) % array.itemsize() != 0)
    throw py::value_error(std::string(what) + " has aligned samples, which this array has not; copy it");
}

PlaneArrays plane_arrays(std::span<const py::array> arrays) {
  if (arrays.empty()) throw py::value_error("there is no plane; give one at least");
  const py::array& first = arrays.front();
  PlaneArrays made{.rows = 0, .width = 0, .bits = sample_bits(first, "a plane"), .planes = {}};
  for (const py::array& array : arrays) {
    made.planes.push_back(plane_of(array));
    if (sample_bits(array, "a plane") != made.bits || array.shape(0) != first.shape(0) ||
        array.shape(1) != first.shape(1)) {
      throw py::value_error("the planes of a page have one shape and one type; these have " + shape_of(first) + " " +
                            text_of(first.dtype()) + " and " + shape_of(array) + " " + text_of(array.dtype()));
    }
  }
  made.rows = first.shape(0);
  made.width = first.shape(1);
  return made;
}

py::array_t<std::uint8_t> new_plates(std::size_t count, std::int64_t rows, std::int64_t row_bytes) {
  const auto planes = static_cast<py::ssize_t>(count);
  if (row_bytes > 0 && rows > std::numeric_limits<std::int64_t>::max() / row_bytes / planes) throw std::bad_alloc();
  return py::array_t<std::uint8_t>({planes, static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(row_bytes)});
}

std::vector<halftone::Plate> plates_in(py::array& array, std::size_t count, std::int64_t rows, std::int64_t row_bytes,
                                       std::span<const py::array> planes) {
  const bool fits = array.ndim() == 3 && std::cmp_equal(array.shape(0), count) && array.shape(1) == rows &&
                    array.shape(2) == row_bytes;
  if (!fits || !py::isinstance<py::array_t<std::uint8_t>>(array)) {
    throw py::value_error("out needs the type uint8 and, for these planes, the shape (" + std::to_string(count) + ", " +
                          std::to_string(rows) + ", " + std::to_string(row_bytes) + "); it has " +
                          text_of(array.dtype()) + " and " + shape_of(array));
  }
  if (!array.writeable()) throw py::value_error("out is read-only; give an array that can be written");
  if (array.size() > 0 && array.shape(2) > 1 && array.strides(2) != 1)
    throw py::value_error("out has the bytes of a row side by side, which this array has not");
  if (std::ranges::any_of(planes, [&](const py::array& plane) { return share_memory(plane, array); }))
    throw py::value_error("out shares memory with the planes; give another array");
  std::vector<halftone::Plate> plates;
  auto* const first = static_cast<std::byte*>(array.mutable_data());
  for (py::ssize_t plane = 0; plane < array.shape(0); ++plane)
    plates.push_back({first + plane * array.strides(0), array.strides(1)});
  return plates;
}

}  // namespace platerip::python
