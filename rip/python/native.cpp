// platerip._native: what the Python package is made on. Its users see the package; see platerip/_native.pyi.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "halftone/method.h"
#include "rip/job/job_options.h"
#include "rip/python/errors.h"
#include "rip/python/halftoner.h"
#include "rip/python/press.h"

namespace platerip::python {
namespace {

namespace py = pybind11;

const char* name_of(halftone::Family family) {
  switch (family) {
    case halftone::Family::error_filter:
      return "error filter";
    case halftone::Family::tone_filter:
      return "tone filter";
    case halftone::Family::point_process:
      return "point process";
    case halftone::Family::screen:
      return "screen";
    case halftone::Family::search:
      break;
  }
  return "search";
}

// Name, family, title and description of each.
py::list methods() {
  py::list list;
  for (const halftone::MethodInfo& method : halftone::methods())
    list.append(py::make_tuple(method.name, name_of(method.family), method.title, method.description));
  return list;
}

// Keyword, name, value, default, description and group of each, and whether it takes several words.
py::list options() {
  py::list list;
  for (const rip::JobOptionGroup& group : rip::job_option_groups()) {
    for (const rip::JobOption& option : group.options)
      list.append(py::make_tuple(as_keyword(std::string(option.name)), option.name, option.value, option.fallback,
                                 option.description, group.title, option.spelling.adds));
  }
  return list;
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  module.attr("version") = PLATERIP_VERSION;
  module.def("methods", methods);
  module.def("options", options);
  add_halftoner(module);
  add_press(module);
}

}  // namespace platerip::python
