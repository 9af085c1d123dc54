#include "tests/bench/text/outlines.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <stdexcept>

namespace platerip::text {
namespace {

using quality::Area;
using quality::Image;

// The pixels of one kind, ink or paper, in an area. All others and what is outside are not of it.
class Kind {
 public:
  Kind(const Image& image, const Area& area, bool is_ink) : image_(image), area_(area), is_ink_(is_ink) {}

  [[nodiscard]] bool has(int x, int y) const {
    if (x < 0 || y < 0 || x >= area_.width || y >= area_.height) return false;
    return (image_.at(area_.left + x, area_.top + y) >= 127.5F) == is_ink_;
  }

  [[nodiscard]] int neighbours(int x, int y) const {
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) count += (dx != 0 || dy != 0) && has(x + dx, y + dy);
    return count;
  }

  // A pixel alone, or the first of two.
  [[nodiscard]] bool begins_speck(int x, int y) const {
    if (!has(x, y)) return false;
    const int count = neighbours(x, y);
    if (count != 1) return count == 0;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 1}, {0, 1}, {1, 1}})
      if (has(x + dx, y + dy)) return neighbours(x + dx, y + dy) == 1;
    return false;
  }

 private:
  const Image& image_;
  const Area& area_;
  const bool is_ink_;
};

// The rows of a PBM, one after the other. A byte is a pixel of the page.
struct Bitmap {
  explicit Bitmap(const std::string& file_path) : path(file_path), file(file_path, std::ios::binary) {
    std::string kind, comment;
    std::getline(file, kind);
    while (file.peek() == '#') std::getline(file, comment);
    file >> width >> height;
    file.get();
    constexpr int longest = 1 << 16;
    if (!file || kind != "P4" || width < fine || height < fine || width > longest || height > longest)
      throw std::runtime_error(path + ": is no PBM that can be measured");
    row.resize((static_cast<std::size_t>(width) + 7) / 8);
  }

  void next() {
    above = row;
    if (!file.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size())))
      throw std::runtime_error(path + ": is cut off");
  }

  [[nodiscard]] bool has(int x) const { return (row[x / 8] >> (7 - x % 8) & 1) != 0; }
  [[nodiscard]] bool had(int x) const { return (above[x / 8] >> (7 - x % 8) & 1) != 0; }

  std::string path;
  std::ifstream file;
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> row, above;
};

double ink(const Image& image, const Area& area) {
  return quality::mean(image, area) * area.width * area.height / 255;
}

}  // namespace

std::vector<NamedArea> read_areas(const std::string& path, double dpi) {
  std::ifstream file(path);
  std::vector<NamedArea> areas;
  std::string name;
  double x = 0, y = 0, width = 0, height = 0;
  while (file >> name >> x >> y >> width >> height) {
    const auto pixels = [&](double points) { return static_cast<int>(std::lround(points * dpi / 72)); };
    areas.push_back({name, {pixels(x), pixels(y), pixels(x + width) - pixels(x), pixels(y + height) - pixels(y)}});
    if (areas.back().pixels.width < 1 || areas.back().pixels.height < 1)
      throw std::runtime_error(path + ": " + name + " is empty");
  }
  if (areas.empty() || !file.eof()) throw std::runtime_error(path + ": is no list of areas");
  return areas;
}

Image read_truth(const std::string& path) {
  Bitmap bitmap(path);
  Image truth(bitmap.width / fine, bitmap.height / fine);
  for (int y = 0; y < truth.height; ++y) {
    float* row = truth.row(y);
    for (int i = 0; i < fine; ++i) {
      bitmap.next();
      for (int x = 0; x < truth.width; ++x) row[x] += static_cast<float>(std::popcount(bitmap.row[x]));
    }
    for (int x = 0; x < truth.width; ++x) row[x] = 2 * row[x] >= fine * fine ? 255 : 0;
  }
  return truth;
}

std::vector<double> drawn_outlines(const std::string& path, const std::vector<NamedArea>& areas) {
  Bitmap bitmap(path);
  std::vector<double> lengths(areas.size());
  for (int y = 0; y < bitmap.height; ++y) {
    bitmap.next();
    for (std::size_t i = 0; i < areas.size(); ++i) {
      const Area& area = areas[i].pixels;
      if (y < area.top || y >= area.top + area.height) continue;
      for (int x = area.left; x < area.left + area.width; ++x) {
        if (x > area.left) lengths[i] += bitmap.has(x) != bitmap.has(x - 1) ? 1.0 / fine : 0;
        if (y > area.top) lengths[i] += bitmap.has(x) != bitmap.had(x) ? 1.0 / fine : 0;
      }
    }
  }
  return lengths;
}

double outline(const Image& image, const Area& area) {
  double sum = 0;
  for (int y = area.top; y < area.top + area.height; ++y) {
    for (int x = area.left; x < area.left + area.width; ++x) {
      if (x + 1 < area.left + area.width) sum += std::abs(image.at(x + 1, y) - image.at(x, y));
      if (y + 1 < area.top + area.height) sum += std::abs(image.at(x, y + 1) - image.at(x, y));
    }
  }
  return sum / 255;
}

int specks(const Image& image, const Area& area) {
  int count = 0;
  for (const bool is_ink : {true, false}) {
    const Kind kind(image, area, is_ink);
    for (int y = 2; y < area.height - 2; ++y)
      for (int x = 2; x < area.width - 2; ++x) count += kind.begins_speck(x, y);
  }
  return count;
}

void print_outlines(std::ostream& out, const std::vector<NamedArea>& areas, const Image& page, const Image& truth,
                    const Image& plate) {
  for (const Image* image : {&truth, &plate})
    if (image->width < page.width || image->height < page.height)
      throw std::runtime_error("outlines: the page, its truth and the plate have different sizes");
  out << std::fixed << std::setprecision(1);
  for (const auto& [name, area] : areas) {
    out << name << ' ' << outline(plate, area) << ' ' << outline(truth, area) << ' ' << specks(plate, area) << ' '
        << ink(plate, area) << ' ' << ink(page, area) << ' ' << ink(truth, area) << '\n';
  }
}

}  // namespace platerip::text
