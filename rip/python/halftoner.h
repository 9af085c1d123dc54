// The class Halftoner of the native module.
#pragma once

#include <pybind11/pybind11.h>

namespace platerip::python {

void add_halftoner(pybind11::module_& module);

}  // namespace platerip::python
