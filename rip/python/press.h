// The classes Press and Pages of the native module.
#pragma once

#include <pybind11/pybind11.h>

namespace platerip::python {

void add_press(pybind11::module_& module);

}  // namespace platerip::python
