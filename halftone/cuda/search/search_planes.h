// Planes that share one search, on the device. Private to halftone/cuda/.
#pragma once

#include <memory>
#include <span>

#include "halftone/cuda/filter_planes.h"
#include "halftone/cuda/search/held_rows.h"

namespace platerip::halftone::cuda {

/// A DeviceHalftoner for planes that all have the same search with the same effort. The functions are documented there.
/// The filter that the search begins with writes its plates where the finished ones will be.
class SearchPlanes {
 public:
  /// What the filter to begin with needs.
  static Pace pace_of(const Settings& settings);

  static std::size_t workspace_bytes(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                     int strips_in_flight);
  static Result<SearchPlanes> make(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                   int strips_in_flight, std::byte* workspace, Stream stream);

  Status enqueue(const DeviceStrip& strip, Stream stream);
  Status finish(Stream stream);
  [[nodiscard]] std::int64_t rows_done() const;
  Status restore(const std::int16_t* sums, const HeldRows& held, std::span<const DeviceStrip> strips, Stream stream);

  SearchPlanes(SearchPlanes&&) noexcept;
  SearchPlanes& operator=(SearchPlanes&&) noexcept;
  ~SearchPlanes();

 private:
  struct State;
  explicit SearchPlanes(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace platerip::halftone::cuda
