// Chooses what makes the plates of a page: this machine's cores, a GPU, or first one and then the other.
// choose_engine.cpp has the policy and its measurements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/engines/engine.h"
#include "rip/engines/engine_relay.h"
#include "rip/engines/gpu.h"
#include "rip/engines/gpu_page.h"
#include "rip/engines/make_engine.h"

namespace platerip::rip {

/// Checks that a backend works on this machine; "cuda" is checked for GPU `device`. Errors: no backend has this name,
/// or it does not work; the message says why.
Status check_backend(std::string_view backend, int device);

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

/// What a page asks for, and the GPU available to it.
struct EngineWish {
  std::string_view backend = "auto";
  std::shared_ptr<Gpu> gpu = {};   ///< an open GPU; if null, "cuda" opens one
  bool is_one_of_several = false;  ///< other GPUs can make the page if this one fails
  bool cores_may_begin = false;    ///< "auto" lets the cores begin the page if the GPU has not started
  int device = 0;                  ///< the GPU to open
  std::size_t gpu_memory = 0;
  MakeEngine make_engine = {};  ///< if set, makes the engine, and nothing is chosen

  /// Whether a GPU makes the page if it can.
  [[nodiscard]] bool wants_gpu() const { return backend == "cuda" || (backend == "auto" && gpu); }
};

/// Does the host's work for a page on the GPU of `wish`. Errors: there is none, it failed, or it cannot make such
/// pages.
Result<std::unique_ptr<GpuPage>> prepare_on_gpu(const EngineWish& wish, const EngineSettings& settings);

/// Chooses and makes the engines for a page. `settings` need no `cores`, which this function sets. Errors: those of the
/// engine that must make the page; ErrorCode::device, if another GPU may make it; or ErrorCode::stopped, while waiting
/// for the GPU.
Result<EngineRelay> choose_engine(const EngineWish& wish, EngineSettings settings);

}  // namespace platerip::rip
