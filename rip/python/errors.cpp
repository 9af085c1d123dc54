#include "rip/python/errors.h"

#include <algorithm>

#include "rip/job/one_line.h"

namespace platerip::python {
namespace {

namespace py = pybind11;

const char* name_of(Advice::Action action) {
  switch (action) {
    case Advice::Action::give:
      return "give";
    case Advice::Action::give_at_least:
      return "give_at_least";
    case Advice::Action::give_larger:
      return "give_larger";
    case Advice::Action::give_another:
      return "give_another";
    case Advice::Action::leave_out:
      return "leave_out";
    case Advice::Action::other:
      break;
  }
  return "other";
}

std::string keyword(const std::string& setting) {
  return as_keyword(setting).value_or("");
}

py::list list_of(const std::vector<Advice>& advice) {
  py::list list;
  for (const Advice& way_out : advice)
    list.append(py::make_tuple(name_of(way_out.action), keyword(way_out.setting), way_out.value, way_out.purpose));
  return list;
}

}  // namespace

std::optional<std::string> as_keyword(const std::string& option) {
  if (option == "for") return "for_";
  std::string name = option;
  std::ranges::replace(name, '-', '_');
  return name;
}

void raise(const Error& error) {
  const py::object type = py::module_::import("platerip._errors").attr("Error");
  const py::object raised = type(rip::one_line(error, as_keyword), rip::name_of(error.code), list_of(error.advice),
                                 keyword(error.setting), error.page);
  PyErr_SetObject(type.ptr(), raised.ptr());
  throw py::error_already_set();
}

}  // namespace platerip::python
