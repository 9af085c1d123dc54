// The interface of a page on a GPU: strips of pixels go in, strips of plates come out. cuda/ implements it for NVIDIA
// GPUs, and tests implement it without any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/page_boundary.h"
#include "halftone/search/packed_search.h"
#include "rip/makers/page_work.h"
#include "rip/strips/stages.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_memory.h"
#include "rip/strips/strip_plan.h"
#include "separation/separation.h"

namespace platerip::rip {

/// Bytes of a page's boundary errors, or of the state of its search, which come back with each strip.
inline std::int64_t boundary_bytes(const halftone::Settings& page) {
  if (halftone::is_searched(page)) return halftone::PackedSearch(page).bytes;
  return static_cast<std::int64_t>(sizeof(std::int16_t)) * halftone::boundary_errors(page);
}

/// The same error with the code `device`, so that another GPU or the cores may make the page. The codes `stopped` and
/// `unsupported` stay.
inline Error of_device(const Error& error) {
  const bool stays = error.code == ErrorCode::stopped || error.code == ErrorCode::unsupported;
  return stays ? error : Error{error.message, ErrorCode::device, error.advice};
}

/// What came back in return for a strip.
struct GpuStripDone {
  std::int64_t rows = 0;  ///< how many of the page's next rows are on the strip's plates; 0: submit more strips first
  std::int64_t ink_rows = 0;  ///< how many of the page's next rows ink_sum and ink_max are about
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

  /// Lower strips take the GPU about as long as strips of so many rows. If a job wants them lower, they are this high.
  [[nodiscard]] virtual std::int64_t worthwhile_rows() const { return 1; }

  /// Whether it turns strips that lie as in the page. If not, or if the cores make the planes, they have been turned.
  [[nodiscard]] virtual bool turns_strips() const { return false; }

  /// Takes the GPU, and memory there for the strips of `plan`. `shape` has no planes; with PageWork::gets_planes, those
  /// of the strips. If there is too little room, lowers the strips, and then makes them fewer. Returns the plan that
  /// fits. Waits until the GPU has started, and until it has finished the page before. Errors: it cannot be started,
  /// has no room, or has failed before; or `stop` returned true.
  virtual Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) = 0;

  /// Takes host memory for the strips of that plan: strips_bytes(shape, plan, 0) bytes. The GPU can access them, and
  /// they last as long as this object. The page goes on below `above`, or begins at its top if `above` has no planes.
  /// Errors: what the device reports, or the boundary is not one of this page.
  virtual Result<std::byte*> take_strips(const halftone::Boundary& above) = 0;

  /// Hands over the next strip, whose buffers are in take_strips()'s memory, with the rows around its pixels, without
  /// waiting for it. With PageWork::gets_planes, its planes are read, which may lie anywhere in the host's memory. At
  /// most plan.in_flight strips may be submitted and not waited for. Errors: what the device reports.
  virtual Status submit(const StripInFlight& strip) = 0;

  /// Waits for what comes back in return for the oldest strip that was not waited for: the next finished rows of the
  /// page, on that strip's plates. They belong to earlier strips, because the GPU works on a slant through plan.behind
  /// strips. The strip's tones, if they are wanted and the cores have not made them, are its own. To get the page's
  /// last rows, submit strips without rows after the last strip. Work that the GPU has begun cannot be stopped. Errors:
  /// what the device reports.
  virtual Result<GpuStripDone> wait() = 0;

  /// Waits until the GPU no longer reads or writes any memory of the page. More strips may follow.
  virtual void stop() = 0;

  /// The state from which the page can continue below the rows that wait() returned, or below rows further up: as long
  /// as wait() has returned only rows that the boundary of take_strips() holds back, it may be that one. The page's
  /// next row to give is that of a strip whose plates wait() has not returned. No planes: the page begins at its top.
  /// Precondition: stop() was called.
  [[nodiscard]] virtual halftone::Boundary boundary() const = 0;
};

}  // namespace platerip::rip
