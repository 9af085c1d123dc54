// Ink planes that lie on an NVIDIA GPU become bits there, strip after strip, on the caller's stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "halftone/halftone.h"

struct CUstream_st;

namespace platerip::halftone::cuda {

/// A CUDA stream: cudaStream_t, without its header.
using Stream = CUstream_st*;

/// Some consecutive rows of all planes of a page, in the memory of the device. The caller owns it. Rows of samples and
/// of pixels are as in Plane and Plate, one plane after another. Any stride is possible that keeps samples aligned;
/// rows of samples that begin at multiples of 16 bytes, and of pixels at multiples of 4, are faster.
struct DeviceStrip {
  std::int64_t rows = 0;
  const std::byte* samples = nullptr;
  std::ptrdiff_t samples_row = 0;    ///< bytes from row to row
  std::ptrdiff_t samples_plane = 0;  ///< bytes from plane to plane
  std::byte* pixels = nullptr;
  std::ptrdiff_t pixels_row = 0;
  std::ptrdiff_t pixels_plane = 0;
};

/// Halftones one page on the device that was current when it was made, by block-parallel error collection (Kasagi,
/// Nakano and Ito) in one wavefront over all strips in flight: a strip's last rows go on while the first rows of the
/// next ones begin. So a strip is not done when enqueue() returns, nor when what it enqueued has run: rows_done()
/// tells. No call waits for the device or allocates its memory. One thread at a time, with the device of make()
/// current.
class DeviceHalftoner {
 public:
  /// Rows that a strip may have: its stripes are counted in 32 bits, whatever the planes.
  static constexpr std::int64_t max_strip_rows = std::int64_t{1} << 24;

  /// Done, or why the current device cannot run this build. Errors: no code for its architecture, what CUDA reports.
  static Status supported();

  /// Bytes of device memory for a page cut into strips of at most `strip_rows` rows; none for a point process.
  /// Precondition: `settings` pass check().
  static std::size_t workspace_bytes(const Settings& settings, std::int64_t strip_rows);

  /// Begins a page. `workspace` is device memory of the caller's, workspace_bytes() bytes aligned to 256, which this
  /// halftoner alone uses until the last of its work has run. Settings::parallel is not used. Errors: settings that
  /// fail check(), rows out of range (1 to max_strip_rows), what CUDA reports.
  static Result<DeviceHalftoner> make(const Settings& settings, std::int64_t strip_rows, std::byte* workspace,
                                      Stream stream);

  /// Enqueues work that takes the next strip in and all strips in flight further. Every call must have the same stream,
  /// or one that waits for it. The strip's samples are read, and its pixels written, until rows_done() counts it and
  /// the work has run. Errors: more rows than `strip_rows` or none, what CUDA reports; then the page is lost.
  Status enqueue(const DeviceStrip& strip, Stream stream);

  /// Enqueues what is left to do of all strips in flight. More strips may follow. Errors: what CUDA reports, now or of
  /// an earlier call.
  Status finish(Stream stream);

  /// Rows of the page, from its top, that are done once all work enqueued so far has run.
  [[nodiscard]] std::int64_t rows_done() const;

  /// Enqueues a copy of the boundary errors after the last strip into `c`, device memory laid out as Boundary::c; a
  /// point process has none. Errors: what CUDA reports. Precondition: finish() came after the last strip.
  Status save(std::int16_t* c, Stream stream) const;

  /// Goes on from such errors, of a page of which so many rows are done. Null stands for no errors. Errors: what CUDA
  /// reports. Precondition: no strip has been enqueued since make(). Errors beyond what save() can give are taken for
  /// the nearest that it can.
  Status restore(const std::int16_t* c, std::int64_t rows, Stream stream);

  DeviceHalftoner(DeviceHalftoner&&) noexcept;
  DeviceHalftoner& operator=(DeviceHalftoner&&) noexcept;
  ~DeviceHalftoner();

 private:
  struct State;
  explicit DeviceHalftoner(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace platerip::halftone::cuda
