#include "tests/bench/quality/methods/published.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace platerip::quality {
namespace {

// The shares of a pixel's error that its neighbours get, and how far noise moves its threshold at most.
struct Coefficients {
  double ahead = 0;
  std::array<double, 4> below{};  // the pixel below, and those 1, 2 and 3 pixels back from it
  double noise = 0;
};
using Table = std::array<Coefficients, 256>;  // by tone

Table read_table(const std::string& path) {
  std::ifstream file(path);
  Table table;
  int read = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream numbers(line);
    int level = 0;
    double ahead = 0, back = 0, below = 0, percent = 0;
    numbers >> level >> ahead >> back >> below;
    if (!numbers || level != read || ahead + back + below <= 0) throw std::runtime_error(path + ": " + line + "?");
    numbers >> percent;
    const double sum = ahead + back + below;
    const Coefficients entry{ahead / sum, {below / sum, back / sum}, percent / 100};
    table[static_cast<std::size_t>(level)] = table[static_cast<std::size_t>(255 - level)] = entry;
    if (++read == 128) return table;
  }
  throw std::runtime_error(path + ": is missing or has too few lines");
}

Table everywhere(const Coefficients& entry) {
  Table table;
  table.fill(entry);
  return table;
}

// The errors that rows below have collected, with room beyond both ends.
class Row {
 public:
  explicit Row(int width) : errors_(static_cast<std::size_t>(width + 2 * room)) {}
  double& operator[](int x) { return errors_[static_cast<std::size_t>(x + room)]; }

 private:
  static constexpr int room = 4;
  std::vector<double> errors_;
};

Image diffused(const Image& plane, const Table& table, Order order, std::uint32_t seed) {
  Image plate(plane.width, plane.height);
  std::mt19937 random(seed);
  Row above(plane.width);
  for (int y = 0; y < plane.height; ++y) {
    Row below(plane.width);
    const bool leftwards = order == Order::serpentine && y % 2 == 1;
    const int step = leftwards ? -1 : 1;
    double left_over = 0;
    for (int i = 0; i < plane.width; ++i) {
      const int x = leftwards ? plane.width - 1 - i : i;
      const Coefficients& weights = table[static_cast<std::size_t>(std::lround(plane.at(x, y)))];
      const double noise = weights.noise > 0 ? weights.noise * static_cast<double>(random() % 128) : 0;
      const double wanted = static_cast<double>(plane.at(x, y)) + left_over + above[x];
      const bool inked = wanted > 127.5 + noise;
      plate.row(y)[x] = inked ? 255.F : 0.F;
      const double error = wanted - (inked ? 255 : 0);
      left_over = error * weights.ahead;
      for (int back = 0; back < 4; ++back)
        below[x - step * back] += error * weights.below[static_cast<std::size_t>(back)];
    }
    above = below;
  }
  return plate;
}

Halftone halftone_of(const std::string& name, const Table& table, Order order) {
  return {name, {2}, [=](const std::vector<Image>& planes, int) {
            std::vector<Image> plates;
            for (const Image& plane : planes)
              plates.push_back(diffused(plane, table, order, static_cast<std::uint32_t>(plates.size())));
            return plates;
          }};
}

}  // namespace

std::vector<Halftone> published_halftones(const std::string& folder) {
  const Table ostromoukhov = read_table(folder + "/ostromoukhov_2001.tsv");
  const Table zhou_fang = read_table(folder + "/zhou_fang_2003.tsv");
  const Table shiau_fan = everywhere({8. / 16, {4. / 16, 2. / 16, 1. / 16, 1. / 16}});
  return {halftone_of("shiau-fan", shiau_fan, Order::raster),
          halftone_of("ostromoukhov-raster", ostromoukhov, Order::raster),
          halftone_of("ostromoukhov", ostromoukhov, Order::serpentine),
          halftone_of("zhou-fang-raster", zhou_fang, Order::raster),
          halftone_of("zhou-fang", zhou_fang, Order::serpentine)};
}

}  // namespace platerip::quality
