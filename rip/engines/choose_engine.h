// Who makes the plates of a page, and why: this machine's cores, a GPU, or a GPU whose page the cores go on with where
// it fails. The policy, with its measurements, is in choose_engine.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/engines/engine.h"
#include "rip/engines/gpu.h"

namespace platerip::rip {

/// Can what `--backend` names compute on this machine, "cuda" on GPU `device`? Errors: there is no such name, or why
/// not.
Status check_backend(std::string_view backend, int device);

/// What is asked of a run's GPUs.
struct GpuWish {
  std::string_view backend = "auto";
  std::uintmax_t page_bytes = 0;  ///< of the files of all pages; 0 where they come down a pipe
  int device = 0;                 ///< the GPU, or the first of them
  bool all = false;               ///< those after it too
  std::size_t memory = 0;         ///< bytes of a GPU's for a page; 0: what is free
};

/// Starts the GPUs that are worth it, each in a thread of its own; none where the cores make all pages. One that cannot
/// be started refuses its pages.
std::vector<std::shared_ptr<Gpu>> open_gpus(const GpuWish& wish);

/// What is asked for a page, and what there is for it.
struct EngineWish {
  std::string_view backend = "auto";
  std::shared_ptr<Gpu> gpu = {};   ///< opened; or none, and then "cuda" opens one
  bool is_one_of_several = false;  ///< other GPUs make the page where this one fails
  int device = 0;                  ///< what to open
  std::size_t gpu_memory = 0;
};

struct ChosenEngine {
  std::unique_ptr<Engine> engine;
  std::string without_gpu =
      {};  ///< why the GPU that there is does not make the page; "" where it does, or there is none
};

/// `settings` but for their `cores`. Errors: those of the engine that has to make the page; ErrorCode::device where
/// another GPU may do it; stopped while it waited for the GPU.
Result<ChosenEngine> choose_engine(const EngineWish& wish, EngineSettings settings);

}  // namespace platerip::rip
