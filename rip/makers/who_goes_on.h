// Decides who makes the next rows of a page: this machine's cores, or a GPU.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

namespace platerip::rip {

/// What a job asks for with its backend.
enum class Use {
  best,   ///< "auto"
  cores,  ///< a backend of the cores, such as "cpu" or "reference"
  gpu,    ///< a kind of GPU, such as "cuda"
};

/// What is known about the GPU that the page may use.
enum class GpuState {
  none,      ///< there is none
  starting,  ///< it may take a second until it is ready
  ready,
  unsuited,  ///< it cannot make such pages, or its host has too little memory for them
  failed,
};

/// What the decision depends on.
struct Situation {
  Use use = Use::best;
  GpuState gpu = GpuState::none;
  bool has_more_gpus = false;    ///< another GPU can make the page from its top
  bool cores_may_begin = false;  ///< rather than wait for the GPU
};

enum class Next {
  cores,
  cores_until_gpu,  ///< the cores begin, and the GPU goes on when it is ready, if that pays
  gpu,
  nobody,  ///< this page fails
};

/// Who makes the next rows.
constexpr Next who_goes_on(const Situation& now) {
  if (now.use == Use::cores) return Next::cores;
  const bool is_lost = now.gpu == GpuState::unsuited || now.gpu == GpuState::failed;
  if (now.use == Use::gpu) return is_lost ? Next::nobody : Next::gpu;
  if (now.gpu == GpuState::failed && now.has_more_gpus) return Next::nobody;
  if (is_lost || now.gpu == GpuState::none) return Next::cores;
  return now.gpu == GpuState::starting && now.cores_may_begin ? Next::cores_until_gpu : Next::gpu;
}

}  // namespace platerip::rip
