// A GPU as the pipeline sees it: strips of pixels go in, strips of plates come out. cuda/ has NVIDIA's; tests have one
// without any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/page_boundary.h"
#include "rip/engines/gpu.h"
#include "rip/engines/strip.h"
#include "rip/engines/strip_memory.h"
#include "rip/engines/strip_plan.h"
#include "separation/separation.h"

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
  return static_cast<std::int64_t>(sizeof(std::int16_t)) * halftone::boundary_errors(page);
}

/// An error that is the GPU's, whatever it was: another GPU or the cores may make the page.
inline Error of_device(const Error& error) {
  return error.code == ErrorCode::stopped ? error : Error{error.message, ErrorCode::device, error.advice};
}

/// What begin() took: rows of strips may be fewer than planned.
struct GpuStrips {
  std::byte* memory = nullptr;  ///< of the host's, for plan.buffers() strips: strips_bytes(shape, plan, 0) bytes that
                                ///< the GPU reaches by itself and that last as long as the page
  StripPlan plan;
};

/// What a strip brought.
struct GpuStripDone {
  std::int64_t rows = 0;      ///< of the page, the next ones, on the strip's plates; none where more must come first
  std::int64_t ink_rows = 0;  ///< rows of the page, the next ones, that the next two are of
  std::uint64_t ink_sum = 0;  ///< over their pixels and inks, in units of samples
  std::uint32_t ink_max = 0;  ///< of the pixels' sums over their inks
};

/// One page on a GPU. begin() comes first; then submit() is called by one thread at a time, and wait() by one at a time
/// while submit() may run. No other call runs beside begin() or stop(). After a call that failed only stop() and the
/// names of the backends are of use, and then boundary().
class GpuPage {
 public:
  virtual ~GpuPage() = default;  ///< stops first

  /// How the page is separated and halftoned, for whoever wants to know: "cuda (grid)", "cuda (NVIDIA H100)". The
  /// latter after begin().
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;

  /// Takes memory for strips of plan.rows rows, or of fewer where the GPU has no room. `shape` has no planes. Waits for
  /// the GPU to be started, and for the page that it has before. Errors: it cannot be started, has no room, has failed
  /// before; stopped.
  virtual Result<GpuStrips> begin(const StripShape& shape, const StripPlan& plan) = 0;

  /// Hands the next strip over, whose buffers are in begin()'s memory, and does not wait for it. At most plan.in_flight
  /// strips are with the GPU. Errors: what the device reports.
  virtual Status submit(const StripInFlight& strip) = 0;

  /// Waits for what the oldest strip brings; nothing that is submitted later is needed for it. That is the page's next
  /// rows that are finished: of strips before it, as the GPU works on a slant through plan.behind of them. The rest
  /// comes with strips without rows, after the last. What a GPU has begun cannot be stopped. Errors: what the device
  /// reports.
  virtual Result<GpuStripDone> wait() = 0;

  /// Waits until the GPU reads and writes nothing of the page's any more.
  virtual void stop() = 0;

  /// Where the page can be gone on with, below the rows that wait() has brought. The next row to be given is the first
  /// of a strip. After stop().
  [[nodiscard]] virtual halftone::Boundary boundary() const = 0;
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
