// C that comes from a neighbour or goes to one, piece by piece. Private to halftone/.
//
// Nothing here throws: other threads may wait for the one that works for a band.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "halftone/blocks/neighbours.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

/// Where a backend keeps C of a plane, in the order of PlaneBoundary::state: a value e is stored as e + bias.
struct CRows {
  std::array<std::uint16_t*, 3> rows = {};
  std::uint16_t bias = 0;
};

inline bool has_neighbours(const Strip& strip) {
  return !strip.neighbours.empty() && strip.rows > 0;
}

/// Takes C of the strip above. One thread at a time.
class CAbove {
 public:
  /// For a plane of the page. All parameters outlive this.
  CAbove(Neighbours& neighbours, const Settings& settings, std::size_t plane, const CRows& to)
      : neighbours_(neighbours),
        plane_(settings.planes[plane]),
        levels_(settings.levels),
        width_(settings.width),
        to_(to) {}

  /// Waits until C is stored in all columns left of `column`. Returns the first column in which it is not stored: the
  /// width at the end of the page. Also returns the width after an error. The strip then goes on with whatever errors
  /// are there.
  std::int64_t take(std::int64_t column);

  /// The first error of the neighbour, or of what it sent, or that no memory was left for it.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  Status take_piece();

  Neighbours& neighbours_;
  const PlaneSettings& plane_;
  int levels_;
  std::int64_t width_;
  CRows to_;
  std::int64_t known_ = 0;  // columns
  Status status_;
};

/// Gives C to the strip below. One thread at a time.
class CBelow {
 public:
  CBelow(Neighbours& neighbours, const PlaneSettings& plane, std::int64_t width, const CRows& from)
      : neighbours_(neighbours), rows_(c_rows(plane)), width_(width), from_(from) {}

  /// To be called when C is final in all columns left of `column`, which may be beyond the width.
  void give(std::int64_t column);

  /// Whether memory was left for all that was given.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  void give_piece(std::int64_t end);

  Neighbours& neighbours_;
  int rows_;
  std::int64_t width_;
  CRows from_;
  std::int64_t given_ = 0;  // columns
  Status status_;
};

}  // namespace platerip::halftone
