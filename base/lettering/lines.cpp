#include "base/lettering/lines.h"

namespace platerip::lettering {

void append_curve(std::vector<Segment>& segments, Point from, Point control, Point to) {
  constexpr int steps = 8;
  Point last = from;
  for (int i = 1; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const double a = (1 - t) * (1 - t);
    const double b = 2 * t * (1 - t);
    const double c = t * t;
    const Point next{a * from.x + b * control.x + c * to.x, a * from.y + b * control.y + c * to.y};
    segments.push_back({last, next});
    last = next;
  }
}

}  // namespace platerip::lettering
