#include <algorithm>
#include <cstring>

#include "tests/halftone/random_page.h"

namespace platerip::halftone {
namespace {

constexpr std::byte guard{0xA5};

constexpr int contents = 5;

// Noise, flat areas, ramps, extremes and what is next to them, as error filters meet them on pages.
int random_sample(std::mt19937& random, int max, int content, std::int64_t x, std::int64_t width) {
  switch (content) {
    case 0:
      return static_cast<int>(random() % static_cast<unsigned>(max + 1));
    case 1:
      return static_cast<int>(x * max / std::max<std::int64_t>(width - 1, 1));
    case 2:
      return random() % 2 ? max : 0;
    case 3: {
      const int near = static_cast<int>(random() % static_cast<unsigned>(2 + max / 400));
      return random() % 2 ? max - near : near;
    }
    default:
      return max / 3;
  }
}

}  // namespace

RandomPage::RandomPage(const Settings& settings, std::int64_t height, std::mt19937& random)
    : settings_(settings), height_(height) {
  const int sample_bytes = settings.bits / 8;
  plane_stride_ = static_cast<std::ptrdiff_t>(settings.width + random() % 9) * sample_bytes;
  plate_stride_ = plate_row_bytes(settings.width, settings.levels) + static_cast<std::ptrdiff_t>(random() % 9);
  const int max = (1 << settings.bits) - 1;
  for (std::size_t plane = 0; plane < settings.planes.size(); ++plane) {
    const int content = static_cast<int>(random() % contents);
    auto& samples = planes_.emplace_back(static_cast<std::size_t>(height * plane_stride_));
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < settings.width; ++x) {
        const int value = random_sample(random, max, content, x, settings.width);
        std::byte* to = samples.data() + y * plane_stride_ + x * sample_bytes;
        if (sample_bytes == 1) {
          *to = static_cast<std::byte>(value);
        } else {
          const auto wide = static_cast<std::uint16_t>(value);
          std::memcpy(to, &wide, 2);
        }
      }
    }
    plates_.emplace_back(static_cast<std::size_t>(height * plate_stride_), guard);
  }
}

int RandomPage::sample(int plane, std::int64_t y, std::int64_t x) const {
  const std::byte* row = planes_[static_cast<std::size_t>(plane)].data() + y * plane_stride_;
  if (settings_.bits == 8) return static_cast<int>(row[x]);
  std::uint16_t wide;
  std::memcpy(&wide, row + 2 * x, 2);
  return wide;
}

int RandomPage::level(int plane, std::int64_t y, std::int64_t x) const {
  const int bits = plate_bits(settings_.levels);
  const std::byte* row = plates_[static_cast<std::size_t>(plane)].data() + y * plate_stride_;
  const int shift = 8 - bits - static_cast<int>(x * bits % 8);
  return static_cast<int>(row[x * bits / 8]) >> shift & ((1 << bits) - 1);
}

bool RandomPage::guards_hold() const {
  const std::int64_t row_bytes = plate_row_bytes(settings_.width, settings_.levels);
  const auto used_bits = static_cast<int>(settings_.width * plate_bits(settings_.levels) % 8);
  for (const auto& plate : plates_) {
    for (std::int64_t y = 0; y < height_; ++y) {
      const std::byte* row = plate.data() + y * plate_stride_;
      if (used_bits && (row[row_bytes - 1] & static_cast<std::byte>(0xFF >> used_bits)) != std::byte{0}) return false;
      if (std::any_of(row + row_bytes, row + plate_stride_, [](std::byte b) { return b != guard; })) return false;
    }
  }
  return true;
}

Plane RandomPage::plane(int plane, std::int64_t first) const {
  return {planes_[static_cast<std::size_t>(plane)].data() + first * plane_stride_, plane_stride_};
}

Plate RandomPage::plate(int plane, std::int64_t first) {
  return {plates_[static_cast<std::size_t>(plane)].data() + first * plate_stride_, plate_stride_};
}

Result<std::int64_t> RandomPage::run(Halftoner& halftoner, std::int64_t first, std::int64_t rows,
                                     std::span<Neighbours* const> neighbours) {
  std::vector<Plane> planes;
  std::vector<Plate> plates;
  for (int i = 0; i < static_cast<int>(settings_.planes.size()); ++i) {
    planes.push_back(plane(i, first));
    plates.push_back(plate(i, first));
  }
  return halftoner.run(
      {.rows = rows, .planes = planes, .plates = plates, .neighbours = neighbours, .first_row = first});
}

}  // namespace platerip::halftone
