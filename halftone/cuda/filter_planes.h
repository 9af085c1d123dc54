// Planes that share one error filter or tone filter, on the device. Private to halftone/cuda/.
#pragma once

#include <memory>

#include "halftone/cuda/wavefront/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// A DeviceHalftoner for planes that all have the same error filter or tone filter. The functions are documented there.
class FilterPlanes {
 public:
  static std::size_t workspace_bytes(const Settings& settings, std::int64_t strip_rows, int strips_in_flight);
  static Result<FilterPlanes> make(const Settings& settings, std::int64_t strip_rows, int strips_in_flight,
                                   std::byte* workspace, Stream stream);

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
