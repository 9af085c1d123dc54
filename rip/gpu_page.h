// A GPU as the pipeline sees it: strips of pixels go in, strips of plates come out. cuda/ has NVIDIA's; tests have one
// without any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "rip/gpu.h"
#include "rip/strip_loop.h"
#include "rip/strip_memory.h"
#include "rip/strip_plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::rip {

/// What is the same for all strips of a page.
struct GpuPageSettings {
  separation::Settings separation;
  halftone::Settings halftone;          ///< of the plates
  std::vector<std::size_t> plate_inks;  ///< which inks have one, in plate order
  std::function<bool()> stop;           ///< asked while the page waits to begin: true is an error; or none
};

/// Bytes of a page's boundary errors, which come down with each strip.
inline std::int64_t boundary_bytes(const halftone::Settings& page) {
  return static_cast<std::int64_t>(sizeof(std::int16_t)) * page.planes * boundary_rows(page.method) * page.width;
}

/// What is known of a strip that is done, beside its plates.
struct GpuStripDone {
  std::span<const std::int16_t> errors;  ///< the page's up to here, as Boundary::c; until the strip is submitted anew
  std::uint64_t ink_sum = 0;             ///< over its pixels and inks, in units of samples
  std::uint32_t ink_max = 0;             ///< of the pixels' sums over their inks
};

/// One page on a GPU. begin() comes first; then submit() is called by one thread at a time, and wait() by one at a time
/// while submit() may run. No other call runs beside begin() or stop(). After a call that failed only stop() and the
/// names of the backends are of use.
class GpuPage {
 public:
  virtual ~GpuPage() = default;  ///< stops first

  /// How the page is separated and halftoned, for whoever wants to know: "cuda (grid)", "cuda (NVIDIA H100)". The
  /// latter after begin().
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;

  /// Takes memory of the GPU, and returns memory of the host's for plan.in_flight strips, strips_bytes(shape, plan, 0)
  /// bytes that the GPU reaches by itself and that lasts as long as the page. `shape` has no planes. Waits for the GPU
  /// to be started, and for the page that it has before. Errors: it cannot be started, has no room, has failed before;
  /// stopped.
  virtual Result<std::byte*> begin(const StripShape& shape, const StripPlan& plan) = 0;

  /// Hands the next strip over, whose buffers are in begin()'s memory, and does not wait for it. At most plan.in_flight
  /// strips are with the GPU. Errors: what the device reports.
  virtual Status submit(const StripInFlight& strip) = 0;

  /// Waits until the plates of the oldest strip are there: what a GPU has begun cannot be stopped. Errors: what the
  /// device reports.
  virtual Result<GpuStripDone> wait() = 0;

  /// Waits until the GPU reads and writes nothing of the page's any more.
  virtual void stop() = 0;
};

/// One GPU, from page to page. Any thread, but each page is begun and let go by the same one; a page that is begun
/// while the GPU has another waits for it.
class Gpu {
 public:
  virtual ~Gpu() = default;

  /// Done, or what is known by now to keep it from working: it could not be started, or has failed.
  [[nodiscard]] virtual Status health() = 0;

  /// Does what the host has to do for a page, while the GPU may still be starting. Errors: why pages of this kind are
  /// not for this GPU.
  virtual Result<std::unique_ptr<GpuPage>> prepare(const GpuPageSettings& settings) = 0;

  /// Gives back what it keeps of the host's memory from page to page, unless it has a page.
  virtual void release_memory() = 0;
};

}  // namespace platerip::rip
