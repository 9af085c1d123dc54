#include "halftone/screens/noise_screens.h"

#include <span>
#include <string>
#include <vector>

#include "halftone/screens/blue_noise_tile.h"
#include "halftone/screens/field.h"
#include "halftone/screens/tile.h"
#include "halftone/screens/void_and_cluster.h"

namespace platerip::halftone {
namespace {

constexpr int side = noise_side;
constexpr int pixels = side * side;

Place at(int x, int y) {
  return (y + side) % side * side + (x + side) % side;
}

template <typename Use>
void for_each_pixel(Place corner, int width, Use use) {
  for (int y = 0; y < width; ++y) {
    for (int x = 0; x < width; ++x) use(at(corner % side + x, corner / side + y));
  }
}

template <typename Use>
void for_each_neighbour(Place pixel, Use use) {
  const int x = pixel % side, y = pixel / side;
  for (const Place beside : {at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)}) use(beside);
}

// Half of a green-noise tile: dots that grow over free pixels.
class Growth {
 public:
  Growth(int dot_size, std::vector<char>& is_free, std::uint32_t seed)
      : dot_size_(dot_size), is_free_(is_free), seed_(seed) {}

  // Takes pixels, in order.
  void take(int count) {
    place_dots(count);
    grow(count);
  }

  [[nodiscard]] const std::vector<Place>& order() const { return order_; }

  // Calls use(pixels) with the pixels of each dot that was placed. The other pixels let dots grow.
  template <typename Use>
  void for_each_dot(Use use) const {
    const std::size_t area = static_cast<std::size_t>(dot_size_) * static_cast<std::size_t>(dot_size_);
    for (std::size_t dot = 0; dot < dots_; ++dot) use(std::span(order_).subspan(dot * area, area));
  }

 private:
  // At first dots are added, a fifth of solid in all, as evenly as possible. A dot's place is its upper left pixel,
  // chosen among the candidates.
  void place_dots(int count) {
    const int area = dot_size_ * dot_size_;
    Field field(side, side, gaussian(spread * dot_size_), seed_);
    for (Place corner = 0; corner < pixels; ++corner) {
      field.set_candidate(corner, fits(corner));
    }
    for (const Place dot : spread_dots(field, count * 2 / 5 / area)) {
      if (!fits(dot)) continue;
      for_each_pixel(dot, dot_size_, [&](Place pixel) { take_pixel(pixel); });
      ++dots_;
    }
  }

  [[nodiscard]] bool fits(Place corner) const {
    bool all_free = true;
    for_each_pixel(corner, dot_size_,
                   [&](Place pixel) { all_free = all_free && is_free_[static_cast<std::size_t>(pixel)]; });
    return all_free;
  }

  // Then dots grow, one pixel beside a dot at a time: the pixel closest to its own dot and farthest from the other
  // dots.
  void grow(int count) {
    Field field(side, side, ring(gaussian(spread * dot_size_), gaussian(spread * dot_size_ / 2)), seed_ + 1);
    const auto invite = [&](Place pixel) {
      if (is_free_[static_cast<std::size_t>(pixel)]) field.set_candidate(pixel, true);
    };
    for (const Place pixel : order_) {
      field.put(pixel);
      for_each_neighbour(pixel, invite);
    }
    while (std::ssize(order_) < count) {
      const Place pixel = field.least_dense();
      if (pixel < 0) return;
      take_pixel(pixel);
      field.put(pixel);
      field.set_candidate(pixel, false);
      for_each_neighbour(pixel, invite);
    }
  }

  void take_pixel(Place pixel) {
    is_free_[static_cast<std::size_t>(pixel)] = 0;
    order_.push_back(pixel);
  }

  static constexpr double spread = 1.1;  // of the kernels, in dots

  int dot_size_;
  std::vector<char>& is_free_;
  std::uint32_t seed_;
  std::vector<Place> order_;
  std::size_t dots_ = 0;
};

}  // namespace

Screen blue_noise() {
  return {.width = side, .height = side, .shift = 0, .thresholds = {blue_noise_tile.begin(), blue_noise_tile.end()}};
}

Result<Screen> green_noise(int dot_size) {
  if (dot_size < least_dot_size || dot_size > greatest_dot_size) {
    return Error{"halftone: dots of " + std::to_string(dot_size) + " pixels are out of range; they can have " +
                 std::to_string(least_dot_size) + " to " + std::to_string(greatest_dot_size)};
  }
  std::vector<char> is_free(pixels, 1);
  Growth dots(dot_size, is_free, 1);
  dots.take(pixels / 2);
  Growth holes(dot_size, is_free, 2);
  holes.take(pixels - static_cast<int>(dots.order().size()));
  std::vector<Place> order = dots.order();
  order.insert(order.end(), holes.order().rbegin(), holes.order().rend());
  Screen screen = screen_of({side, side, 0}, order);
  const auto print_at_once = [&](std::span<const Place> dot) {
    for (const Place pixel : dot)
      screen.thresholds[static_cast<std::size_t>(pixel)] = screen.thresholds[static_cast<std::size_t>(dot.front())];
  };
  dots.for_each_dot(print_at_once);
  holes.for_each_dot(print_at_once);
  return screen;
}

}  // namespace platerip::halftone
