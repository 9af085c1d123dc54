// The interface of a GPU: strips of pixels go in, strips of plates come out. cuda/ implements it for NVIDIA GPUs, and
// tests implement it without any.
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
#include "rip/strips/strip.h"
#include "rip/strips/strip_memory.h"
#include "rip/strips/strip_plan.h"
#include "separation/separation.h"

namespace platerip::rip {

/// What is the same for all strips of a page.
struct GpuPageSettings {
  separation::Settings separation;
  halftone::Settings halftone;          ///< settings of the plates
  std::vector<std::size_t> plate_inks;  ///< indices of the inks that have a plate, in plate order
  std::function<bool()> stop;           ///< polled while begin() waits: if true, begin() fails; may be empty
  bool is_alone = false;                ///< makes the whole page: it is not handed over, in either direction
};

/// Bytes of a page's boundary errors, which come back with each strip.
inline std::int64_t boundary_bytes(const halftone::Settings& page) {
  return static_cast<std::int64_t>(sizeof(std::int16_t)) * halftone::boundary_errors(page);
}

/// The same error as one of the device, so that another GPU or the cores may make the page. `stopped` is not changed.
inline Error of_device(const Error& error) {
  return error.code == ErrorCode::stopped ? error : Error{error.message, ErrorCode::device, error.advice};
}

/// What came back with a strip.
struct GpuStripDone {
  std::int64_t rows = 0;  ///< the number of the page's next rows that are on the strip's plates; 0: submit more first
  std::int64_t ink_rows = 0;  ///< the number of the page's next rows that ink_sum and ink_max are about
  std::uint64_t ink_sum = 0;  ///< over the pixels and inks of these rows, in sample units
  std::uint32_t ink_max = 0;  ///< the largest sum over the inks of one pixel of these rows or of rows above
};

/// One page on a GPU. Call begin() and take_strips() first. After that, one thread at a time may call submit(), and at
/// the same time another one wait(). Nothing else may be called while begin(), take_strips() or stop() runs. After a
/// failed call, only stop(), the names of the backends and, after stop(), boundary() may be called.
class GpuPage {
 public:
  virtual ~GpuPage() = default;  ///< stops first

  /// How the page is separated and halftoned, for messages: "cuda (grid)", "cuda (NVIDIA H100)". halftone_backend() may
  /// be called after begin().
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;

  /// Takes the GPU, and memory there for strips of plan.rows rows, or of fewer if it has too little room. Returns the
  /// plan with the rows and strips that it has room for. `shape` has no planes. Waits until the GPU has started, and
  /// until it has finished the page before. Errors: it cannot be started, has no room, or has failed before; or `stop`
  /// returned true.
  virtual Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) = 0;

  /// Takes host memory for the strips of that plan: strips_bytes(shape, plan, 0) bytes, which the GPU can access and
  /// which last as long as the page. The page goes on below `above`, or begins at its top if that has no planes.
  /// Errors: what the device reports, or the boundary is not one of this page.
  virtual Result<std::byte*> take_strips(const halftone::Boundary& above) = 0;

  /// Hands over the next strip, whose buffers are in take_strips()'s memory, without waiting for it. At most
  /// plan.in_flight strips may be submitted and not waited for. Errors: what the device reports.
  virtual Status submit(const StripInFlight& strip) = 0;

  /// Waits for what comes back with the oldest strip. This needs no later strip. It is the next finished rows of the
  /// page. They belong to earlier strips, because the GPU works on a slant through plan.behind strips. To get the
  /// page's last rows, submit strips without rows after the last strip. Work that the GPU has begun cannot be stopped.
  /// Errors: what the device reports.
  virtual Result<GpuStripDone> wait() = 0;

  /// Waits until the GPU no longer reads or writes any memory of the page.
  virtual void stop() = 0;

  /// The state from which the page can continue below the rows that wait() returned. The next row to give is the first
  /// of a strip. Precondition: stop() was called.
  [[nodiscard]] virtual halftone::Boundary boundary() const = 0;
};

/// One GPU, for one page after the other. Any thread may use it. If a page begins while the GPU has another one, it
/// waits.
class Gpu {
 public:
  virtual ~Gpu() = default;

  /// Whether it has started, or could not be started. Does not wait.
  [[nodiscard]] virtual bool has_started() = 0;

  /// About how long no strip is made while this GPU takes over a page that the cores have begun.
  [[nodiscard]] virtual double take_over_seconds() const = 0;

  /// Success, or the reason, as far as known now, why it cannot work: it could not be started, or has failed.
  [[nodiscard]] virtual Status health() = 0;

  /// Does the host's work for a page, while the GPU may still be starting. Errors: why this GPU cannot make such pages.
  virtual Result<std::unique_ptr<GpuPage>> prepare(const GpuPageSettings& settings) = 0;

  /// Frees the host memory that it keeps from page to page, unless a page is in progress.
  virtual void release_memory() = 0;
};

}  // namespace platerip::rip
