// Errors as Python's exceptions.
//
// To be called with the GIL held. Functions throw py::error_already_set.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <utility>

#include "base/status.h"

namespace platerip::python {

/// How Python spells an option: "ink_limit" for "ink-limit", and "for_" for "for", which is a word of the language.
std::optional<std::string> as_keyword(const std::string& option);

/// Raises platerip.Error.
[[noreturn]] void raise(const Error& error);

/// The value of a result, or its error raised.
template <typename T>
T must(Result<T> result) {
  if (!result.ok()) raise(result.error());
  return *std::move(result);
}

inline void must(const Status& status) {
  if (!status.ok()) raise(status.error());
}

}  // namespace platerip::python
