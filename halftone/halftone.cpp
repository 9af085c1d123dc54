#include "halftone/halftone.h"

#include <algorithm>
#include <string>

namespace platerip::halftone {

Status check(const Settings& settings) {
  const int levels = settings.levels;
  if (levels != 2 && levels != 3 && levels != 4 && levels != 16) {
    return Error{"halftone: " + std::to_string(levels) + " levels are not possible; choose 2, 3, 4 or 16"};
  }
  if (settings.bits != 8 && settings.bits != 16) {
    return Error{"halftone: planes of " + std::to_string(settings.bits) + " bits are not possible; choose 8 or 16"};
  }
  if (settings.width < 1 || settings.width > max_width) {
    return Error{"halftone: a width of " + std::to_string(settings.width) +
                 " pixels is out of range; it goes from 1 to " + std::to_string(max_width)};
  }
  if (settings.planes.empty() || settings.planes.size() > max_planes) {
    return Error{"halftone: " + std::to_string(settings.planes.size()) +
                 " planes are out of range; there can be 1 to " + std::to_string(max_planes)};
  }
  for (const PlaneSettings& plane : settings.planes) {
    if (plane.sharpness < min_sharpness || plane.sharpness > max_sharpness) {
      return Error{"halftone: a sharpness of " + std::to_string(plane.sharpness) +
                   " percent is out of range; it goes from " + std::to_string(min_sharpness) + " to " +
                   std::to_string(max_sharpness)};
    }
    if (plane.method.info().family != Family::screen) continue;
    if (!plane.screen) return Error{"halftone: " + std::string(plane.method.name()) + " was given no tile"};
    if (const Status status = check(*plane.screen); !status.ok()) return status;
  }
  return {};
}

bool run_together(const PlaneSettings& a, const PlaneSettings& b) {
  return a.method == b.method && a.screen == b.screen &&
         (a.sharpness == b.sharpness || a.method.info().family != Family::tone_filter);
}

std::vector<PlaneSettings> planes_of(std::size_t count, Method method) {
  std::vector<PlaneSettings> planes;
  for (std::size_t i = 0; i < count; ++i) planes.push_back({.method = method, .ink = static_cast<int>(i)});
  return planes;
}

int rows_held_back(const Settings& settings) {
  int rows = 0;
  for (const PlaneSettings& plane : settings.planes) rows = std::max(rows, plane.method.info().rows_below);
  return rows;
}

int plate_bits(int levels) {
  return levels == 2 ? 1 : levels <= 4 ? 2 : 4;
}

std::int64_t plate_row_bytes(std::int64_t width, int levels) {
  return (width * plate_bits(levels) + 7) / 8;
}

}  // namespace platerip::halftone
