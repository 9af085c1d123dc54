// Lines of drawings and letters.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <vector>

namespace platerip::lettering {

struct Point {
  double x = 0;
  double y = 0;
};

struct Segment {
  Point from;
  Point to;
};

/// Appends a quadratic Bézier curve as short lines. They are the same on every machine.
void append_curve(std::vector<Segment>& segments, Point from, Point control, Point to);

}  // namespace platerip::lettering
