#include "halftone/screens/void_and_cluster.h"

#include <algorithm>

namespace platerip::halftone {
namespace {

constexpr double sigma = 1.5;    // Ulichney's
constexpr int first_share = 10;  // a tenth of the pixels are dots of the first pattern

void place(Field& field, Place dot) {
  field.put(dot);
  field.set_candidate(dot, false);
}

void remove(Field& field, Place dot) {
  field.take(dot);
  field.set_candidate(dot, true);
}

// The dot with the most other dots around it.
std::size_t tightest(const Field& field, const std::vector<Place>& dots) {
  std::size_t found = 0;
  for (std::size_t i = 1; i < dots.size(); ++i) {
    if (field.density(dots[i]) > field.density(dots[found])) found = i;
  }
  return found;
}

// Moves dots from clusters to voids until that no longer helps.
void settle(Field& field, std::vector<Place>& dots) {
  for (std::size_t moves = 0; moves < 4 * dots.size(); ++moves) {
    const std::size_t moved = tightest(field, dots);
    const Place from = dots[moved];
    remove(field, from);
    const Place to = field.least_dense();
    place(field, to);
    dots[moved] = to;
    if (to == from) return;
  }
}

}  // namespace

std::vector<Place> spread_dots(Field& field, int count) {
  std::vector<Place> dots;
  for (int i = 0; i < count; ++i) {
    const Place dot = field.least_dense();
    if (dot < 0) break;
    place(field, dot);
    dots.push_back(dot);
  }
  if (dots.empty()) return dots;
  settle(field, dots);
  // The last dot in the order is the dot whose removal leaves the others most even. The dot before it is the next such
  // dot, and so on.
  std::vector<Place> rest = dots;
  for (std::size_t last = dots.size(); last-- > 0;) {
    const std::size_t removed = tightest(field, rest);
    dots[last] = rest[removed];
    remove(field, rest[removed]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(removed));
  }
  for (const Place dot : dots) place(field, dot);
  return dots;
}

std::vector<Place> void_and_cluster(int width, int height, std::uint32_t seed) {
  Field field(width, height, gaussian(sigma), seed);
  for (Place pixel = 0; pixel < field.size(); ++pixel) field.set_candidate(pixel, true);
  std::vector<Place> order = spread_dots(field, std::max(1, field.size() / first_share));
  while (order.size() < static_cast<std::size_t>(field.size())) {
    order.push_back(field.least_dense());
    place(field, order.back());
  }
  return order;
}

}  // namespace platerip::halftone
