// Starts the GPUs of a run.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else. They are
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace platerip::rip {

class Gpu;

/// What a run asks of GPUs.
struct GpuWish {
  std::string_view backend = "auto";
  std::uintmax_t page_bytes = 0;  ///< total size of the page files; 0 if they come from a pipe
  int threads = 0;                ///< of the cores; 0: one per core
  int device = 0;                 ///< the GPU, or the first one
  bool all = false;               ///< also use all later GPUs
  /// If set, use one GPU: the `turn`th from `device` on, counted from 0. After the last comes `device` again.
  std::optional<int> turn = std::nullopt;
  std::size_t memory = 0;  ///< bytes of GPU memory for a page; 0: all free memory
};

/// Starts the GPUs that are worth it, each in a thread of its own, and does not wait for them. Empty if the cores are
/// to make all pages. A GPU that cannot be started refuses its pages.
std::vector<std::shared_ptr<Gpu>> open_gpus(const GpuWish& wish);

}  // namespace platerip::rip
