// The interface of a GPU. cuda/ implements it for NVIDIA GPUs, and tests implement it without any.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/makers/gpu_page.h"
#include "rip/makers/page_work.h"

namespace platerip::rip {

/// One GPU, for one page after the other. Any thread may use it. If a page begins while the GPU has another one, it
/// waits.
class Gpu {
 public:
  virtual ~Gpu() = default;

  /// Whether it has started, or could not be started. Does not wait.
  [[nodiscard]] virtual bool has_started() = 0;

  /// About how many seconds pass without a strip while this GPU takes over a page from the cores.
  [[nodiscard]] virtual double take_over_seconds() const = 0;

  /// Success, as long as nothing else is known. Errors: it could not be started, or has failed.
  [[nodiscard]] virtual Status health() = 0;

  /// Does the host's work for a page. The GPU may still be starting. Errors: this GPU cannot make such pages.
  virtual Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) = 0;

  /// Frees the host memory that it keeps from page to page, unless a page is in progress.
  virtual void release_memory() = 0;
};

}  // namespace platerip::rip
