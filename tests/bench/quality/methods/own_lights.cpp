#include "tests/bench/quality/methods/own_lights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace platerip::quality {

// Above `begin`, the dark ink follows a parabola to its solid. Its curvature is the largest with which the light ink
// does not exceed its solid.
DarkAndLight transition(double tone, double strength, double start) {
  const double begin = strength * start, room = strength - begin;
  if (tone <= begin) return {0, tone / strength};
  const double t = (tone - begin) / (1 - begin);
  const double curvature = std::min(1., begin + 2 * room + 2 * std::sqrt(room * (begin + room)));
  const double dark = t - curvature * t * (1 - t);
  return {dark, std::clamp((tone - dark) / strength, 0., 1.)};
}

Halftone with_own_lights(const std::string& name, double strength, double start) {
  const auto plates = [own = with_drops(name, {.amounts = {0, 1}}).plates, strength, start](
                          const std::vector<Image>& planes, int levels) {
    std::vector<Image> all;
    for (const Image& plane : planes) {
      Image dark = plane, light = plane;
      for (std::size_t i = 0; i < plane.ink.size(); ++i) {
        const DarkAndLight inks = transition(plane.ink[i] / 255., strength, start);
        dark.ink[i] = static_cast<float>(255 * inks.dark);
        light.ink[i] = static_cast<float>(255 * inks.light);
      }
      const std::vector<Image> parts = own({dark, light}, levels);
      all.push_back(parts[0]);
      for (std::size_t i = 0; i < plane.ink.size(); ++i)
        all.back().ink[i] += static_cast<float>(strength) * parts[1].ink[i];
    }
    return all;
  };
  return {name, {2}, plates};
}

}  // namespace platerip::quality
