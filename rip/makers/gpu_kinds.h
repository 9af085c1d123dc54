// Finds GPUs and opens them for the pages of a run.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else. They are
// thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/status.h"

namespace platerip::rip {

/// One open GPU, for RunResources::gpu. Thread-safe. Its destructor waits until it has started.
class Gpu;

/// A kind of GPUs.
struct GpuKind {
  std::string_view name;  ///< for --backend

  /// Checks that GPU `number`, counted from 0 among the visible ones, can be used, without starting it. Errors: the
  /// machine has no driver or too old a one, there is no such GPU, or this build cannot use this kind.
  Status (*find)(int number);

  /// Starts GPU `number` in a thread of its own. Errors, including those of find(), are reported by the pages that are
  /// to use it. `memory`: the most bytes of GPU memory that a page may take; 0: all free memory. Null if this build
  /// cannot use this kind.
  std::shared_ptr<Gpu> (*open)(int number, std::size_t memory);
};

/// All kinds. "auto" takes the first that this build can use.
std::span<const GpuKind> gpu_kinds();

/// The kind for this backend: the one of this name, or the one that "auto" takes. Null if there is none.
const GpuKind* gpu_kind(std::string_view backend);

/// GpuKind::find() of the kind that "auto" takes. Errors also: this build can use no GPUs.
Status find_gpu(int number);
/// GpuKind::open() of the same kind. Null if this build can use no GPUs.
std::shared_ptr<Gpu> open_gpu(int number, std::size_t memory);

}  // namespace platerip::rip
