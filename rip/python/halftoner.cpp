#include "rip/python/halftoner.h"

#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "rip/python/arrays.h"
#include "rip/python/errors.h"
#include "rip/python/planes_halftoner.h"
#include "rip/python/remarks.h"
#include "rip/records/boundary_fields.h"

namespace platerip::python {
namespace {

namespace py = pybind11;

template <typename Work>
auto without_gil(const Work& work) {
  const py::gil_scoped_release released;
  return work();
}

// Threads of Python may call it at the same time, and wait for each other.
class Halftoner {
 public:
  Halftoner(const rip::JobWords& words, const InkPlanes& planes)
      : halftoner_(must(without_gil([&] { return PlanesHalftoner::make(words, planes); }))) {}

  [[nodiscard]] std::vector<std::string> inks() const { return halftoner_.inks(); }
  [[nodiscard]] int levels() const { return halftoner_.levels(); }
  [[nodiscard]] std::string description() const { return halftoner_.description(); }
  [[nodiscard]] std::vector<std::string> warnings() const { return lines_of(halftoner_.warnings()); }

  py::array run(const std::vector<py::array>& arrays, std::optional<py::array> out, bool last) {
    const auto lock = alone();
    const PlaneArrays planes = plane_arrays(arrays);
    check(planes);
    const std::int64_t row_bytes = halftone::plate_row_bytes(halftoner_.width(), halftoner_.levels());
    const std::int64_t room = halftoner_.room(planes.rows, last);
    py::array plates = out ? *std::move(out) : new_plates(planes.planes.size(), room, row_bytes);
    const auto into = plates_in(plates, planes.planes.size(), room, row_bytes, arrays);
    const std::int64_t rows = must(without_gil([&] { return halftoner_.run(planes.rows, planes.planes, into, last); }));
    return plates[py::make_tuple(py::slice(py::none(), py::none(), py::none()), py::slice(0, rows, 1))];
  }

  py::bytes save() {
    const auto lock = alone();
    return rip::to_bytes(must(without_gil([&] { return halftoner_.save(); })));
  }

  void restore(std::string_view bytes) {
    const auto lock = alone();
    const auto boundary = must(rip::boundary_of_bytes(bytes));
    must(without_gil([&] { return halftoner_.restore(boundary); }));
  }

 private:
  // Who waits for the lock must not hold the GIL, which the other one needs.
  [[nodiscard]] std::unique_lock<std::mutex> alone() {
    return without_gil([&] { return std::unique_lock(mutex_); });
  }

  void check(const PlaneArrays& planes) const {
    const auto says = [](const char* what, std::int64_t wanted, std::int64_t got) {
      if (wanted != got)
        throw py::value_error("the halftoner is for " + std::string(what) + ": " + std::to_string(wanted) + ", not " +
                              std::to_string(got));
    };
    says("another number of planes", std::ssize(halftoner_.inks()), std::ssize(planes.planes));
    says("planes of another width", halftoner_.width(), planes.width);
    says("samples of other bits", halftoner_.bits(), planes.bits);
  }

  std::mutex mutex_;
  PlanesHalftoner halftoner_;
};

// Number, rows, pixels of a row and bits of a sample. Raises what run() would.
py::tuple planes_shape(const std::vector<py::array>& arrays) {
  const PlaneArrays planes = plane_arrays(arrays);
  return py::make_tuple(planes.planes.size(), planes.rows, planes.width, planes.bits);
}

}  // namespace

void add_halftoner(py::module_& module) {
  module.def("shape_of", planes_shape);
  py::class_<Halftoner>(module, "Halftoner")
      .def(py::init([](const rip::JobWords& words, std::vector<std::string> inks, std::int64_t width, int bits) {
        return std::make_unique<Halftoner>(words, InkPlanes{std::move(inks), width, bits});
      }))
      .def_property_readonly("inks", &Halftoner::inks)
      .def_property_readonly("levels", &Halftoner::levels)
      .def_property_readonly("description", &Halftoner::description)
      .def_property_readonly("warnings", &Halftoner::warnings)
      .def("run", &Halftoner::run)
      .def("save", &Halftoner::save)
      .def("restore", &Halftoner::restore);
}

}  // namespace platerip::python
