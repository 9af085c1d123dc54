#include "samples/paint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "samples/noise.h"

namespace platerip::samples {
namespace {

double distance(Point point, const Segment& segment) {
  const Point along{segment.to.x - segment.from.x, segment.to.y - segment.from.y};
  const Point to_point{point.x - segment.from.x, point.y - segment.from.y};
  const double length2 = along.x * along.x + along.y * along.y;
  const double t = length2 > 0 ? clamp01((along.x * to_point.x + along.y * to_point.y) / length2) : 0;
  const double dx = to_point.x - t * along.x;
  const double dy = to_point.y - t * along.y;
  return std::sqrt(dx * dx + dy * dy);
}

/// How much of a pixel the pen covers if its middle line is `away` from the pixel's middle.
double coverage(double away, double pen_width) {
  const double covered = clamp01(pen_width / 2 + 0.5 - away);
  return std::min(covered, pen_width);
}

struct Strokes {
  std::vector<Segment> segments;
  double pen_width = 1;
  Color color;

  [[nodiscard]] double reach() const { return pen_width / 2 + 0.5; }

  void paint(std::int64_t y, Row row) const {
    const double middle = static_cast<double>(y) + 0.5;
    const auto crosses = [&](const Segment& s) {
      return std::min(s.from.y, s.to.y) - reach() < middle && middle < std::max(s.from.y, s.to.y) + reach();
    };
    // Only the strongest coverage counts, because ink is not laid down twice where strokes meet.
    std::vector<double> cover(row.size());
    for (const Segment& segment : segments) {
      if (crosses(segment)) add_cover(segment, middle, cover);
    }
    for (std::size_t x = 0; x < row.size(); ++x) {
      if (cover[x] > 0) row[x] = mix(row[x], color, cover[x]);
    }
  }

  void add_cover(const Segment& segment, double y, std::vector<double>& cover) const {
    const double left = std::min(segment.from.x, segment.to.x) - reach();
    const double right = std::max(segment.from.x, segment.to.x) + reach();
    const std::int64_t first = std::max<std::int64_t>(0, floor_to_integer(left));
    const std::int64_t last =
        std::min<std::int64_t>(static_cast<std::int64_t>(cover.size()) - 1, floor_to_integer(right));
    for (std::int64_t x = first; x <= last; ++x) {
      const double away = distance({static_cast<double>(x) + 0.5, y}, segment);
      double& here = cover[static_cast<std::size_t>(x)];
      here = std::max(here, coverage(away, pen_width));
    }
  }
};

}  // namespace

Element fill(Box box, Picture picture) {
  return {box.top, box.bottom, [box, picture = std::move(picture)](std::int64_t y, Row row) {
            const std::int64_t right = std::min<std::int64_t>(box.right, static_cast<std::int64_t>(row.size()));
            for (std::int64_t x = std::max<std::int64_t>(0, box.left); x < right; ++x) {
              row[static_cast<std::size_t>(x)] = picture(x - box.left, y - box.top);
            }
          }};
}

Element fill(Box box, Color color) {
  return fill(box, [color](std::int64_t, std::int64_t) { return color; });
}

Element strokes(std::vector<Segment> segments, double pen_width, Color color) {
  Strokes shape{std::move(segments), pen_width, color};
  double top = 0;
  double bottom = 0;
  for (bool first = true; const Segment& s : shape.segments) {
    top = first ? std::min(s.from.y, s.to.y) : std::min({top, s.from.y, s.to.y});
    bottom = first ? std::max(s.from.y, s.to.y) : std::max({bottom, s.from.y, s.to.y});
    first = false;
  }
  return {floor_to_integer(top - shape.reach()), floor_to_integer(bottom + shape.reach()) + 1,
          [shape = std::move(shape)](std::int64_t y, Row row) { shape.paint(y, row); }};
}

void append_circle(std::vector<Segment>& segments, Point middle, double radius) {
  const double half = std::sqrt(0.5);         // cos 45°
  const double tangent = std::sqrt(2.0) - 1;  // tan 22.5°
  const Point on[] = {{1, 0}, {half, half}, {0, 1}, {-half, half}, {-1, 0}, {-half, -half}, {0, -1}, {half, -half}};
  const Point control[] = {{1, tangent},   {tangent, 1},   {-tangent, 1}, {-1, tangent},
                           {-1, -tangent}, {-tangent, -1}, {tangent, -1}, {1, -tangent}};
  const auto place = [&](Point p) { return Point{middle.x + radius * p.x, middle.y + radius * p.y}; };
  for (int i = 0; i < 8; ++i)
    lettering::append_curve(segments, place(on[i]), place(control[i]), place(on[(i + 1) % 8]));
}

}  // namespace platerip::samples
