// Halftones ink planes in the memory of an NVIDIA GPU, strip by strip, in the order of the caller's stream.
//
// Functions may throw std::bad_alloc if host memory runs out, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "halftone/cuda/wavefront/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

struct HeldRows;

/// Halftones one page on the device that was current during make(). One thread may use it at a time, with this device
/// current. No function waits for the device or allocates device memory.
/// Error filters use block-parallel error collection (Kasagi, Nakano and Ito) in one wavefront over all strips in
/// flight: the last rows of a strip continue while the first rows of the next ones begin. So a strip is not finished
/// when enqueue() returns, nor when the work it enqueued has run; rows_done() tells which rows are. Adjacent planes
/// with equal settings share a launch.
/// A search (search.h) holds back rows_held_back() rows more. All planes of the page must have the same search with the
/// same effort.
class DeviceHalftoner {
 public:
  /// The most rows that a strip may have: its stripes are counted in 32 bits for any number of planes.
  static constexpr std::int64_t max_strip_rows = std::int64_t{1} << 24;

  /// Whether this build runs on the current device. Errors: no code for its architecture, or a CUDA error.
  static Status supported();

  /// Whether there are kernels for the methods of all planes which the current device, if there is one, can run.
  /// Errors, with ErrorCode::unsupported: one plane has a search and another plane another method or effort, or only
  /// some planes have a shade; on plates of more than two levels, a plane has planes beside it, or a search has mixed
  /// or uneven drops, 5 to 15 levels or samples of 16 bits; or the device has less shared memory than the kernels for
  /// drop sizes need (98 KiB).
  static Status has_kernels(const Settings& settings);

  /// The most strips that may stay in flight after each enqueue().
  static constexpr int max_strips_in_flight = 39;

  /// Bytes of device memory for a page with strips of at most `strip_rows` rows, of which at most `strips_in_flight`
  /// stay in flight. They include the tiles of screens, and the rows that a search holds back: 2 bytes for each pixel
  /// of these rows and of up to 4096 rows of a strip. Point processes take 0. Precondition: `settings` pass check().
  static std::size_t workspace_bytes(const Settings& settings, std::int64_t strip_rows, int strips_in_flight);

  /// Begins a page. `workspace` is device memory of the caller with workspace_bytes() bytes, aligned to 256. Nothing
  /// else may use it until the last work of this halftoner has run. After each enqueue(), at most `strips_in_flight`
  /// strips stay in flight, and those that a search holds back. With 0, each enqueue() finishes its strip. With more,
  /// strips are finished by the launches of later strips, alongside these. Settings::parallel is not used. Errors:
  /// settings that fail check(), a method of another table or without kernels, `strip_rows` outside 1 to
  /// max_strip_rows, `strips_in_flight` outside 0 to max_strips_in_flight, or a CUDA error.
  static Result<DeviceHalftoner> make(const Settings& settings, std::int64_t strip_rows, int strips_in_flight,
                                      std::byte* workspace, Stream stream);

  /// Enqueues work that begins the next strip and advances all strips in flight. Every call must use the same stream,
  /// or one that is ordered after it. The strip's samples are read and its pixels written until a later call has made
  /// rows_done() count the strip, and that call's work has run. Errors: no rows or more than `strip_rows`, or a CUDA
  /// error; the page is then lost.
  Status enqueue(const DeviceStrip& strip, Stream stream);

  /// Enqueues the remaining work of all strips in flight. More strips may follow, but not with a search: the rows so
  /// far are the page. Errors: a CUDA error, of this call or an earlier one.
  Status finish(Stream stream);

  /// The number of rows, from the top of the page, that are finished once all work enqueued so far has run.
  [[nodiscard]] std::int64_t rows_done() const;

  /// Enqueues a copy of the boundary errors after the page's first `rows` rows to `errors`, which is device memory for
  /// boundary_errors() values, laid out as for boundary_of(). `rows` must be the end of a strip that the last launch of
  /// enqueue() or finish() completed. Before the first launch, it must be the value given to restore(), or 0. Errors:
  /// other values of `rows`, or a CUDA error. With a search, it copies nothing: see DeviceStrip::boundary.
  Status save(std::int16_t* errors, std::int64_t rows, Stream stream) const;

  /// Continues from such errors, of a page with `rows` finished rows. Null means no errors. Errors out of range become
  /// the nearest error in range. Errors: a search with errors or finished rows, or a CUDA error. Precondition: no strip
  /// was enqueued since make().
  Status restore(const std::int16_t* errors, std::int64_t rows, Stream stream);

  /// The same for a search. `sums` are those of `held`, in device memory. `strips` say where the rows held back are to
  /// be written; their samples are not read, and only the last may have a place for its boundary. rows_done() counts
  /// these rows like others. Errors: no search, other numbers of rows, or a CUDA error.
  Status restore(const std::int16_t* sums, const HeldRows& held, std::span<const DeviceStrip> strips, Stream stream);

  DeviceHalftoner(DeviceHalftoner&&) noexcept;
  DeviceHalftoner& operator=(DeviceHalftoner&&) noexcept;
  ~DeviceHalftoner();

 private:
  struct State;
  explicit DeviceHalftoner(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace platerip::halftone::cuda
