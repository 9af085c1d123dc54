// Work that Python waits for, and may interrupt.
//
// To be called with the GIL held.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>

namespace platerip::python {

/// Runs work(stop) in a thread of its own, and returns what it returns. The GIL is released meanwhile. When a signal
/// comes whose handler raises, as Ctrl-C does, `stop` becomes true; once the work has ended, the exception is raised.
template <typename Work>
auto wait_for(const Work& work) {
  namespace py = pybind11;
  std::atomic<bool> stop = false;
  auto result = std::async(std::launch::async, [&] { return work(stop); });
  const auto is_ready = [&] {
    const py::gil_scoped_release released;
    return result.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready;
  };
  std::unique_ptr<py::error_already_set> interruption;
  while (!is_ready()) {
    if (interruption || PyErr_CheckSignals() == 0) continue;
    interruption = std::make_unique<py::error_already_set>();
    stop = true;
  }
  if (!interruption) return result.get();
  result.wait();
  throw py::error_already_set(*interruption);
}

}  // namespace platerip::python
