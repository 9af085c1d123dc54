// Ink planes that lie on an NVIDIA GPU become bits there, strip after strip, on the caller's stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "halftone/cuda/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// Halftones one page on the device that was current when it was made; error filters by block-parallel error collection
/// (Kasagi, Nakano and Ito) in one wavefront over all strips in flight: a strip's last rows go on while the first rows
/// of the next ones begin. Adjacent planes of equal settings share a launch. So a strip is not done when enqueue()
/// returns, nor when what it enqueued has run: rows_done() tells. No call waits for the device or allocates its memory.
/// One thread at a time, with the device of make() current.
class DeviceHalftoner {
 public:
  /// Rows that a strip may have: its stripes are counted in 32 bits, whatever the planes.
  static constexpr std::int64_t max_strip_rows = std::int64_t{1} << 24;

  /// Done, or why the current device cannot run this build. Errors: no code for its architecture, what CUDA reports.
  static Status supported();

  /// Strips that may stay in flight after each enqueue() at most.
  static constexpr int max_strips_in_flight = 39;

  /// Bytes of device memory for a page cut into strips of at most `strip_rows` rows, so many of which stay in flight;
  /// none for point processes. Precondition: `settings` pass check().
  static std::size_t workspace_bytes(const Settings& settings, std::int64_t strip_rows, int strips_in_flight);

  /// Begins a page. `workspace` is device memory of the caller's, workspace_bytes() bytes aligned to 256, which this
  /// halftoner alone uses until the last of its work has run. After each enqueue() at most `strips_in_flight` strips
  /// are in flight: with 0 each is finished at once, with more the next ones' launches do so, side by side.
  /// Settings::parallel is not used. Errors: settings that fail check(), a method of another table, rows out of range
  /// (1 to max_strip_rows), strips in flight likewise (0 to max_strips_in_flight), what CUDA reports.
  static Result<DeviceHalftoner> make(const Settings& settings, std::int64_t strip_rows, int strips_in_flight,
                                      std::byte* workspace, Stream stream);

  /// Enqueues work that takes the next strip in and all strips in flight further. Every call must have the same stream,
  /// or one that waits for it. The strip's samples are read, and its pixels written, until rows_done() counts it and
  /// the work has run: it completes the strips that rows_done() counts afterwards and did not before. Errors: more rows
  /// than `strip_rows` or none, what CUDA reports; then the page is lost.
  Status enqueue(const DeviceStrip& strip, Stream stream);

  /// Enqueues what is left to do of all strips in flight. More strips may follow. Errors: what CUDA reports, now or of
  /// an earlier call.
  Status finish(Stream stream);

  /// Rows of the page, from its top, that are done once all work enqueued so far has run.
  [[nodiscard]] std::int64_t rows_done() const;

  /// Enqueues a copy of the boundary errors after the page's first `rows` rows to `errors`, boundary_errors() values of
  /// device memory as boundary_of() has them. `rows` ends any of the strips that the last launch of enqueue() or
  /// finish() completed; before the first it is what restore() was given, or 0. Errors: other rows, what CUDA reports.
  Status save(std::int16_t* errors, std::int64_t rows, Stream stream) const;

  /// Goes on from such errors, of a page of which so many rows are done. Null stands for no errors. Errors: what CUDA
  /// reports. Precondition: no strip has been enqueued since make(). Errors beyond what save() can give are taken for
  /// the nearest that it can.
  Status restore(const std::int16_t* errors, std::int64_t rows, Stream stream);

  DeviceHalftoner(DeviceHalftoner&&) noexcept;
  DeviceHalftoner& operator=(DeviceHalftoner&&) noexcept;
  ~DeviceHalftoner();

 private:
  struct State;
  explicit DeviceHalftoner(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace platerip::halftone::cuda
