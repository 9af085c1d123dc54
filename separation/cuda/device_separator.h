// Separates pixels in the memory of an NVIDIA GPU into ink planes, strip by strip, on the caller's stream.
//
// Functions may throw std::bad_alloc if host memory runs out, and make() whatever the callbacks of the settings throw.
// Nothing else throws. The caller provides all device memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "separation/cuda/device_strip.h"
#include "separation/separation.h"

namespace platerip {
class Cutter;
}

namespace platerip::separation::cuda {

class DoubtLists;
struct Made;
struct Spots;
struct Tables;

/// Separates strips of one page, with the same bits as every other backend. Making it needs no device; load() brings it
/// to one. Copies share the tables that make() computed, and each copy can be loaded on a device of its own. Several
/// threads may call enqueue() at once, for any streams of that device, except if the page goes through LittleCMS'
/// pipeline (description()): then the strips must follow each other on the same streams. That device must be current
/// during load() and enqueue().
class DeviceSeparator {
 public:
  /// Whether this build runs on the current device. Errors: no code for its architecture, or a CUDA error.
  static Status supported();

  /// Does the host's work, unless Settings::shared has it from an earlier page: samples LittleCMS' transform or takes
  /// its pipeline apart, reads or fills the cache of exact colours, and compares some thousands of pixels with the
  /// reference. Uses no device. After an error, these pages need another backend. Errors, with ErrorCode::unsupported:
  /// pages that only LittleCMS can convert with exact precision (profiles with floating-point tables or more steps than
  /// most); a LittleCMS whose results differ; or more than most_inks inks. Also those of make_separator().
  static Result<DeviceSeparator> make(const Settings& settings);

  /// The inks, in plane order.
  [[nodiscard]] const std::vector<std::string>& inks() const { return inks_; }

  /// Whether enqueue() needs planes for all inks: there are made inks, or a colour is knocked out.
  [[nodiscard]] bool needs_all_planes() const;

  /// How this page is computed, for example "cuda (grid)".
  [[nodiscard]] std::string description() const;

  /// Bytes of device memory that load() needs for tables; may be 0.
  [[nodiscard]] std::size_t workspace_bytes() const;

  /// The table of all colours with which load() begins the workspace; null if there is none. It has 64 MiB or more, and
  /// pages of a job share it.
  [[nodiscard]] std::shared_ptr<const void> table() const;

  /// Enqueues copying the tables to `workspace`: device memory of the caller with workspace_bytes() bytes, aligned to
  /// 256. With `has_table`, the workspace already begins with table(), which is then not copied. The workspace must
  /// stay until the work of the last strip has run. The copy reads memory of the separator, so the separator or a copy
  /// of it must live until the copy has run. That memory is pageable, so the call may wait for the stream. Errors: a
  /// CUDA error.
  Status load(std::byte* workspace, Stream stream, bool has_table = false);

  /// Enqueues the separation of a strip, and adds its inks to `total`, which is in device memory or null. The
  /// stream of work must be that of load() or ordered after it; when it has run, the strip's pixels are no longer
  /// needed. Neither waits for the device nor allocates device memory. For LittleCMS' pipeline, a function of the host
  /// runs in the stream of decisions, so that the separator or a copy that was made after load() must live until then.
  /// Errors: a negative size, not one plane per ink, or a CUDA error. Preconditions: load() was called; if
  /// needs_all_planes(), only planes of made inks may be null.
  Status enqueue(const DeviceStrip& strip, DeviceTotalInk* total, const StripStreams& streams) const;

  /// The stream on which enqueue() completes a strip.
  [[nodiscard]] Stream last_of(const StripStreams& streams) const;

  /// To be called when the work of a strip has run. Errors, with ErrorCode::unsupported: this strip or one enqueued
  /// after it has more than 16384 places whose rounding LittleCMS must decide, and some of them have no inks. With
  /// usual profiles a page has some such pixels, but a profile can be made to have more. A place is a pixel, or up to
  /// 512 equal ones.
  [[nodiscard]] Status status() const;

 private:
  DeviceSeparator(std::shared_ptr<const Tables> colors, std::shared_ptr<const Spots> spots,
                  std::shared_ptr<const Made> made);

  [[nodiscard]] Status check(const DeviceStrip& strip) const;
  [[nodiscard]] std::size_t color_bytes() const;
  [[nodiscard]] Cutter memory_for_made(std::byte* workspace) const;

  std::shared_ptr<const Tables> colors_;  // null: the page has none
  std::shared_ptr<const Spots> spots_;
  std::shared_ptr<const Made> made_;
  std::vector<std::string> inks_;
  std::byte* workspace_ = nullptr;
  std::shared_ptr<DoubtLists> doubts_;  // null: not loaded, or the page does not go through LittleCMS' pipeline
};

/// Enqueues adding the inks of strip.planes, of which none is null and whose samples have `bits` bits, to `total` on
/// the current device. Thread-safe. Errors: a negative size, or a CUDA error.
Status count_ink(int bits, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream);

}  // namespace platerip::separation::cuda
