// The oracle of the tone filters: a complete page, pixel by pixel, whose products are scattered over an array of the
// page. It has tables of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// A plane beside the one that is halftoned, which has its dots: sample(y, x) and level(y, x).
struct Beside {
  std::function<int(std::int64_t, std::int64_t)> sample;
  std::function<int(std::int64_t, std::int64_t)> level;
  Drops drops = {};
};

/// Levels of a width × height page, row after row. `sample(y, x)` is the ink amount in `bits` bits. `settings` have a
/// tone filter; `beside` are the planes beside it.
std::vector<int> diffuse_by_tone(const PlaneSettings& settings, int levels, int bits, std::int64_t width,
                                 std::int64_t height, const std::function<int(std::int64_t, std::int64_t)>& sample,
                                 const std::vector<Beside>& beside = {});

}  // namespace platerip::halftone
