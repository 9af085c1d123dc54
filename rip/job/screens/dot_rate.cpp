#include "rip/job/screens/dot_rate.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace platerip::rip {
namespace {

constexpr std::uint16_t quarter = 65535 / 4;

}  // namespace

// A dot begins at a pixel that prints beside one that does not. Below a tile lies another one, `shift` columns further
// left.
DotRate dot_rate(const halftone::Screen& screen) {
  const auto width = static_cast<std::size_t>(screen.width);
  const auto height = static_cast<std::size_t>(screen.height);
  const auto prints = [&](std::size_t x, std::size_t y) { return screen.thresholds[y * width + x] < quarter; };
  std::int64_t across = 0;
  std::int64_t down = 0;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const bool left = prints(x == 0 ? width - 1 : x - 1, y);
      const bool below =
          y + 1 < height ? prints(x, y + 1) : prints((x + static_cast<std::size_t>(screen.shift)) % width, 0);
      across += prints(x, y) && !left ? 1 : 0;
      down += prints(x, y) && !below ? 1 : 0;
    }
  }
  const auto pixels = static_cast<double>(width * height);
  return {static_cast<double>(across) / pixels, static_cast<double>(down) / pixels};
}

// Lines of the rate f cross f·|sin| in a row and f·|cos| in a column.
double cell_of(const DotRate& rate) {
  constexpr double between_lines_and_dots = 0.9;
  const double lines = std::hypot(rate.across, rate.down);
  return lines > 0 ? between_lines_and_dots / lines : std::numeric_limits<double>::infinity();
}

}  // namespace platerip::rip
