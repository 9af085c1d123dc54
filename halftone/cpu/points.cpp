#include "halftone/cpu/points.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "halftone/cpu/row_halftoner.h"

namespace platerip::halftone::cpu {
namespace {

constexpr int block = 64;  // pixels compared at a time

// The largest sample whose ink amount A is at most `amount`. Precondition: `amount` is not negative.
int last_sample_within(int amount, int bits) {
  if (bits == 8) return std::min(amount / 16, 255);
  // solves (a·4080 + 32767) div 65535 <= amount
  const std::int64_t last = ((amount + 1) * std::int64_t{65535} - 32768) / solid;
  return static_cast<int>(std::min<std::int64_t>(last, 65535));
}

// The thresholds of a row, in samples, repeated over a block: one array for each level but the lowest. A pixel's level
// is the number of thresholds that its sample exceeds.
template <typename Sample>
using Thresholds = std::vector<std::array<Sample, block>>;

template <typename Sample>
Thresholds<Sample> row_thresholds(const Settings& settings, int y) {
  const LevelAmounts levels(settings.planes[0].drops, settings.levels, solid);
  const RowThresholds thresholds = settings.planes[0].method.info().points->row_thresholds(y);
  Thresholds<Sample> rows(static_cast<std::size_t>(levels.levels - 1));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t x = 0; x < block; ++x) {
      const int amount = levels.value[k] + thresholds[x % 8] * (levels.value[k + 1] - levels.value[k]) / 128;
      rows[k][x] = static_cast<Sample>(last_sample_within(amount, settings.bits));
    }
  }
  return rows;
}

// Packs the levels of a block's pixels. If a pixel has one bit, one multiplication gathers the eight levels of a byte,
// the first one in the most significant bit.
template <int plate_bits>
void pack_block(const std::uint8_t* levels, std::byte* pixels) {
  constexpr int per_byte = 8 / plate_bits;
  for (int i = 0; i < block / per_byte; ++i, levels += per_byte) {
    if constexpr (plate_bits == 1) {
      std::uint64_t eight;
      std::memcpy(&eight, levels, sizeof eight);
      pixels[i] = static_cast<std::byte>(eight * 0x8040201008040201u >> 56);
    } else if constexpr (plate_bits == 2) {
      pixels[i] = static_cast<std::byte>(levels[0] << 6 | levels[1] << 4 | levels[2] << 2 | levels[3]);
    } else {
      pixels[i] = static_cast<std::byte>(levels[0] << 4 | levels[1]);
    }
  }
}

template <typename Sample, int plate_bits>
void run_block(const Sample* samples, const Thresholds<Sample>& thresholds, std::byte* pixels) {
  Sample counts[block] = {};
  for (const auto& row : thresholds)
    for (int x = 0; x < block; ++x)
      counts[x] = static_cast<Sample>(counts[x] + (samples[x] > row[static_cast<std::size_t>(x)]));
  std::uint8_t levels[block];
  for (int x = 0; x < block; ++x) levels[x] = static_cast<std::uint8_t>(counts[x]);
  pack_block<plate_bits>(levels, pixels);
}

template <typename Sample, int plate_bits>
void run_row(const std::byte* plane, const Thresholds<Sample>& thresholds, std::int64_t width, std::byte* pixels) {
  constexpr std::int64_t block_bytes = block * plate_bits / 8;
  const auto* samples = reinterpret_cast<const Sample*>(plane);
  std::int64_t x = 0;
  for (; x + block <= width; x += block, pixels += block_bytes)
    run_block<Sample, plate_bits>(samples + x, thresholds, pixels);
  if (x == width) return;
  Sample rest[block] = {};  // paper, which exceeds no threshold
  std::byte packed[block_bytes];
  std::copy(samples + x, samples + width, rest);
  run_block<Sample, plate_bits>(rest, thresholds, packed);
  std::memcpy(pixels, packed, static_cast<std::size_t>(((width - x) * plate_bits + 7) / 8));
}

template <typename Sample>
class Points final : public RowHalftoner {
 public:
  explicit Points(const Settings& settings) : RowHalftoner(settings) {
    for (int y = 0; y < 8; ++y) thresholds_.push_back(row_thresholds<Sample>(settings, y));
  }

  [[nodiscard]] std::string description() const override { return "cpu"; }

 private:
  void run_row(std::int64_t y, const std::byte* samples, std::byte* pixels) const override {
    const Thresholds<Sample>& thresholds = thresholds_[static_cast<std::size_t>(y % 8)];
    switch (plate_bits(settings().levels)) {
      case 1:
        return cpu::run_row<Sample, 1>(samples, thresholds, settings().width, pixels);
      case 2:
        return cpu::run_row<Sample, 2>(samples, thresholds, settings().width, pixels);
      case 4:
        return cpu::run_row<Sample, 4>(samples, thresholds, settings().width, pixels);
    }
  }

  std::vector<Thresholds<Sample>> thresholds_;  // of rows 0 to 7; they repeat
};

}  // namespace

std::unique_ptr<Halftoner> make_points(const Settings& settings) {
  if (settings.bits == 8) return std::make_unique<Points<std::uint8_t>>(settings);
  return std::make_unique<Points<std::uint16_t>>(settings);
}

}  // namespace platerip::halftone::cpu
