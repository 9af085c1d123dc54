#include "tests/halftone/tone_diffusion.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platerip::halftone {
namespace {

// Tones from `first` to `last` away from a level, with 128·first to 128·last more or less than it.
struct Tones {
  int first, last;
  int centred_threshold, tone_threshold;
  std::array<int, 6> tone_weights;  // as drawn: → ↘ ↓ ↙, then further left
};

constexpr std::array<Tones, 16> table{{
    {0, 0, 0, 0, {8, 2, 2, 2, 1, 1}},
    {1, 1, 3584, 2816, {8, 2, 2, 2, 1, 1}},
    {2, 5, 4352, 3840, {8, 0, 5, 1, 1, 1}},
    {6, 15, 4864, 4864, {8, 0, 4, 2, 1, 1}},
    {16, 35, 5120, 4864, {7, 1, 4, 2, 1, 1}},
    {36, 51, 4608, 4608, {6, 2, 5, 2, 1, 0}},
    {52, 59, 4096, 4608, {7, 0, 5, 3, 1, 0}},
    {60, 63, 4352, 4096, {7, 2, 2, 4, 1, 0}},
    {64, 71, 2560, 3840, {7, 2, 2, 4, 0, 1}},
    {72, 75, 3072, 4352, {8, 2, 2, 3, 0, 1}},
    {76, 83, 3584, 2048, {5, 3, 4, 4, 0, 0}},
    {84, 87, 3328, 3072, {7, 2, 4, 2, 1, 0}},
    {88, 99, 2816, 3584, {8, 1, 3, 3, 1, 0}},
    {100, 107, 2816, 3072, {7, 2, 4, 2, 1, 0}},
    {108, 115, 2304, 2560, {8, 1, 3, 3, 1, 0}},
    {116, 127, 2304, 3072, {8, 1, 3, 2, 1, 1}},
}};

std::int64_t floored(std::int64_t value, std::int64_t divisor) {
  const std::int64_t quotient = value / divisor;
  return quotient - (value % divisor < 0);
}

std::int64_t seed(std::int64_t x, std::int64_t y, int ink) {
  const auto mixed = [](std::uint64_t value) { return value % (std::uint64_t{1} << 32); };
  std::uint64_t h =
      mixed(mixed(static_cast<std::uint64_t>(x) * 2654435761) + mixed(static_cast<std::uint64_t>(y) * 2246822519) +
            mixed(static_cast<std::uint64_t>(ink) * 3266489917));
  h = mixed((h ^ h / 65536) * 2146121005);
  h = mixed((h ^ h / 32768) * 2221713035);
  h ^= h / 65536;
  return 32 * (static_cast<std::int64_t>(mixed(h) * 161 / (std::uint64_t{1} << 32)) - 80);
}

// What a pixel's sum must exceed.
int threshold_of(const PlaneSettings& settings, const Tones& tones, bool dark, bool beside_inner) {
  const int own = settings.method == Method("centred") ? tones.centred_threshold : tones.tone_threshold;
  const int distance = 16320 - (tones.first + tones.last) * 64 - own;
  const bool beside_solid = dark && !beside_inner;
  const int sharpness = settings.sharpness * (beside_solid ? 64 : std::min(tones.first, 64));
  int threshold = own + distance * sharpness / 64 / 100;
  if (beside_inner) threshold = std::max(threshold, 6720 - 128 * tones.first);
  threshold = (threshold + 128) / 256 * 256;
  return dark ? -threshold : threshold - 1;
}

// The level of a sample and what it has above that, in 1/32640 and in 1/255, of which there are 1 to 254 if there is
// anything.
struct Amount {
  int level = 0;
  std::int64_t above = 0;
  int tone = 0;
};

Amount amount_of(std::int64_t scaled, int bits) {
  const std::int64_t max = bits == 8 ? 255 : 65535;
  const auto level = static_cast<int>(scaled / max);
  const std::int64_t rest = scaled % max;
  if (bits == 8) return {level, 128 * rest, static_cast<int>(rest)};
  const std::int64_t rounded = (1020 * rest + 32767) / 65535;
  if (rounded % 1020 == 0) return {level + static_cast<int>(rounded / 1020)};
  return {level, 32 * rounded, std::clamp(static_cast<int>((rest + 128) / 257), 1, 254)};
}

// What the pixels of a page give to each other, by the weights of each.
class Diffusion {
 public:
  Diffusion(std::int64_t width, std::int64_t height)
      : width_(width), height_(height), given_(static_cast<std::size_t>(width * height)) {}

  void begin_row() { from_left_ = 0; }
  [[nodiscard]] std::int64_t from_above(std::int64_t y, std::int64_t x) const {
    return given_[static_cast<std::size_t>(y * width_ + x)];
  }
  [[nodiscard]] std::int64_t from_left() const { return from_left_; }
  void give(std::int64_t y, std::int64_t x, std::int64_t error, const std::array<int, 6>& weights) {
    from_left_ = floored(weights[0] * error + 8, 16);
    for (std::int64_t k = 1; k < 6; ++k) {
      const std::int64_t to_x = x + 2 - k;
      if (to_x < 0 || to_x >= width_ || y + 1 == height_) continue;
      given_[static_cast<std::size_t>((y + 1) * width_ + to_x)] +=
          floored(weights[static_cast<std::size_t>(k)] * error + 8, 16);
    }
  }

 private:
  std::int64_t width_, height_;
  std::int64_t from_left_ = 0;
  std::vector<std::int64_t> given_;
};

constexpr std::array fixed_weights{7, 1, 4, 3, 1, 0};

// An overlap at one pixel.
struct Overlap {
  std::int64_t amount = 0;
  std::int64_t sum = 0;
  bool beside_ink = false;

  [[nodiscard]] std::int64_t moves_by() const {
    if (amount == 0) return 0;
    const std::int64_t half = floored(sum, 2);
    return beside_ink ? half : -1 - half;
  }
  [[nodiscard]] std::int64_t error(bool ink) const {
    return std::clamp<std::int64_t>(amount + sum - (ink && beside_ink ? 32640 : 0), -32768, 32767);
  }
};

}  // namespace

std::vector<int> diffuse_by_tone(const PlaneSettings& settings, int levels, int bits, std::int64_t width,
                                 std::int64_t height, const std::function<int(std::int64_t, std::int64_t)>& sample,
                                 const std::vector<Beside>& beside) {
  const bool seeded = settings.method == Method("tone");
  Diffusion own(width, height);
  std::vector<Diffusion> of_overlaps(beside.size(), own);
  std::vector<int> result(static_cast<std::size_t>(width * height));
  for (std::int64_t y = 0; y < height; ++y) {
    own.begin_row();
    for (Diffusion& each : of_overlaps) each.begin_row();
    for (std::int64_t x = 0; x < width; ++x) {
      const auto here = static_cast<std::size_t>(y * width + x);
      const auto [level, amount, tone] = amount_of(sample(y, x) * std::int64_t{levels - 1}, bits);
      const bool dark = tone > 127;
      const int distance = dark ? 255 - tone : tone;
      const Tones& tones = *std::ranges::find_if(
          table, [&](const Tones& each) { return distance >= each.first && distance <= each.last; });

      std::int64_t from_above = own.from_above(y, x);
      if (from_above == 0 && seeded && amount != 0) from_above = seed(x, y, settings.ink);
      const std::int64_t sum = std::clamp<std::int64_t>(from_above, -16383, 16383) + own.from_left();
      const bool beside_inner = dark ? level + 1 < levels - 1 : level > 0;
      std::int64_t threshold = threshold_of(settings, tones, dark, beside_inner);
      std::vector<Overlap> overlaps;
      for (std::size_t i = 0; i < beside.size(); ++i) {
        const std::int64_t amount_beside = amount_of(beside[i].sample(y, x), bits).above;
        Overlap& overlap = overlaps.emplace_back();
        overlap.amount = (amount * (amount_beside + amount_beside / 256) + 16384) / 32768;
        overlap.sum = std::min<std::int64_t>(of_overlaps[i].from_above(y, x) + of_overlaps[i].from_left(), 32767);
        overlap.beside_ink = overlap.amount > 0 && beside[i].ink(y, x);
        threshold -= overlap.moves_by();
      }
      // Without planes beside it, every threshold lies between these bounds.
      threshold = std::clamp<std::int64_t>(threshold, -128 - amount, 32767 - amount);
      const bool next = amount != 0 && sum > threshold;
      const std::int64_t error = amount + sum - (next ? 32640 : 0);
      result[here] = level + next;

      own.give(y, x, error, settings.method == Method("centred") ? fixed_weights : tones.tone_weights);
      for (std::size_t i = 0; i < beside.size(); ++i) of_overlaps[i].give(y, x, overlaps[i].error(next), fixed_weights);
    }
  }
  return result;
}

}  // namespace platerip::halftone
