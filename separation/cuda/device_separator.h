// Pixels that lie on an NVIDIA GPU become ink planes there, strip after strip, on the caller's stream.
//
// Functions throw std::bad_alloc where the host's memory runs out, and nothing else; memory of the device is the
// caller's.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "separation/cuda/device_strip.h"
#include "separation/separation.h"

namespace platerip::separation::cuda {

struct Tables;

/// Separates strips of one page with the bits of every other backend. It is made without a device; load() brings it to
/// one. Copies share what make() took its time for, and each can be loaded on a device of its own. Several threads may
/// enqueue at once, on any streams of that device, with that device current.
class DeviceSeparator {
 public:
  /// Done, or why the current device cannot run this build. Errors: no code for its architecture, what CUDA reports.
  static Status supported();

  /// Does all that the host has to do, where Settings::shared does not have it from an earlier page: samples LittleCMS'
  /// transform, reads the cache of exact colours or fills it, and compares with the reference for some thousands of
  /// pixels. Uses no device. After an error another backend must do these pages. Errors: `cpu` would leave them to the
  /// reference, as it does conversion from CMYK; LittleCMS computes otherwise than expected; those of make_separator().
  static Result<DeviceSeparator> make(const Settings& settings);

  /// The inks, in plane order.
  [[nodiscard]] const std::vector<std::string>& inks() const;

  /// How this page is computed: "cuda (grid)".
  [[nodiscard]] std::string description() const;

  /// Bytes of device memory that load() needs for its tables; 0 is possible.
  [[nodiscard]] std::size_t workspace_bytes() const;

  /// Enqueues the filling of `workspace`: device memory of the caller's, workspace_bytes() bytes aligned to 256, which
  /// holds the tables until the last strip's work has run. The host's copy of them, from which it is filled, belongs to
  /// the separator: it, or a copy of it, must live until this work has run. As the host's memory is pageable, the call
  /// may wait for the stream. Errors: what CUDA reports.
  Status load(std::byte* workspace, Stream stream);

  /// Enqueues the separation of a strip, and adds its inks to `total`, which lies in device memory, or is null. The
  /// stream is that of load(), or waits for it. No call waits for the device or allocates its memory.
  /// Errors: a size below 0, planes that are not one an ink, what CUDA reports. Precondition: load() was called.
  Status enqueue(const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) const;

 private:
  explicit DeviceSeparator(std::shared_ptr<const Tables> tables);

  std::shared_ptr<const Tables> tables_;
  std::byte* workspace_ = nullptr;
};

}  // namespace platerip::separation::cuda
