// Planes that share one error filter or tone filter, on the device. Private to halftone/cuda/.
#pragma once

#include <algorithm>
#include <memory>

#include "halftone/cuda/wavefront/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// How far stripes lag behind each other where launches stop, and the columns by which a row's work is longer than the
/// page is wide. All planes of a page have the same pace, that of the planes which need most, so that each launch
/// completes the same strips of all planes.
struct Pace {
  int skew = 0;
  int reach = 0;

  static Pace greater(const Pace& a, const Pace& b) { return {std::max(a.skew, b.skew), std::max(a.reach, b.reach)}; }
};

/// A DeviceHalftoner for planes that all have the same error filter or tone filter, and the same number of planes
/// beside them. Here, the indices in PlaneSettings::beside count from the first of these planes and may be negative,
/// and the launches of the planes beside must be enqueued first. The functions are documented there.
class FilterPlanes {
 public:
  /// What the planes need.
  static Pace pace_of(const Settings& settings);

  /// Whether the current device has the shared memory that they need. True where there is no device.
  static bool have_room(const Settings& settings);

  static std::size_t workspace_bytes(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                     int strips_in_flight);
  static Result<FilterPlanes> make(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                   int strips_in_flight, std::byte* workspace, Stream stream);

  Status enqueue(const DeviceStrip& strip, Stream stream);
  Status finish(Stream stream);
  [[nodiscard]] std::int64_t rows_done() const;
  Status save(std::int16_t* errors, std::int64_t rows, Stream stream) const;
  Status restore(const std::int16_t* errors, std::int64_t rows, Stream stream);

  FilterPlanes(FilterPlanes&&) noexcept;
  FilterPlanes& operator=(FilterPlanes&&) noexcept;
  ~FilterPlanes();

 private:
  struct State;
  explicit FilterPlanes(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace platerip::halftone::cuda
