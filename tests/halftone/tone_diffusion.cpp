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

std::int64_t floor_div(std::int64_t value, std::int64_t divisor) {
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

// Whether a pixel's sum is above its threshold.
bool is_above(const PlaneSettings& settings, const Tones& tones, std::int64_t sum, bool dark, bool beside_inner) {
  const int own = settings.method == Method("centred") ? tones.centred_threshold : tones.tone_threshold;
  const int distance = 16320 - (tones.first + tones.last) * 64 - own;
  const int sharpness = dark ? settings.sharpness * 64 : settings.sharpness * std::min(tones.first, 64);
  int threshold = own + distance * sharpness / 64 / 100;
  if (beside_inner) threshold = std::max(threshold, 6720 - 128 * tones.first);
  threshold = (threshold + 128) / 256 * 256;
  return dark ? sum > -threshold : sum >= threshold;
}

}  // namespace

std::vector<int> diffuse_by_tone(const PlaneSettings& settings, int levels, int bits, std::int64_t width,
                                 std::int64_t height, const std::function<int(std::int64_t, std::int64_t)>& sample) {
  const std::int64_t max = bits == 8 ? 255 : 65535;
  const bool seeded = settings.method == Method("tone");
  std::vector<std::int64_t> given(static_cast<std::size_t>(width * height));
  std::vector<int> result(given.size());
  for (std::int64_t y = 0; y < height; ++y) {
    std::int64_t from_left = 0;
    for (std::int64_t x = 0; x < width; ++x) {
      const auto here = static_cast<std::size_t>(y * width + x);
      const std::int64_t scaled = sample(y, x) * std::int64_t{levels - 1};
      const auto level = static_cast<int>(scaled / max);
      const std::int64_t rest = scaled % max;
      // In 16 bits, all but the levels themselves belong to the nearest of 1 to 254.
      const int tone = rest == 0   ? 0
                       : bits == 8 ? static_cast<int>(rest)
                                   : std::clamp(static_cast<int>((rest + 128) / 257), 1, 254);
      const std::int64_t amount = bits == 8 ? 128 * rest : 32 * ((1020 * rest + 32767) / 65535);
      const bool dark = tone > 127;
      const int distance = dark ? 255 - tone : tone;
      const Tones& tones = *std::ranges::find_if(
          table, [&](const Tones& each) { return distance >= each.first && distance <= each.last; });

      if (given[here] == 0 && seeded && rest != 0) given[here] = seed(x, y, settings.ink);
      const std::int64_t sum = std::clamp<std::int64_t>(given[here], -16383, 16383) + from_left;
      const bool beside_inner = dark ? level + 1 < levels - 1 : level > 0;
      const bool next = rest != 0 && is_above(settings, tones, sum, dark, beside_inner);
      const std::int64_t error = amount + sum - (next ? 32640 : 0);
      result[here] = level + next;

      const auto weights = settings.method == Method("centred") ? std::array{7, 1, 4, 3, 1, 0} : tones.tone_weights;
      from_left = floor_div(weights[0] * error + 8, 16);
      for (std::int64_t k = 1; k < 6; ++k) {
        const std::int64_t to_x = x + 2 - k;
        if (to_x < 0 || to_x >= width || y + 1 == height) continue;
        given[static_cast<std::size_t>((y + 1) * width + to_x)] +=
            floor_div(weights[static_cast<std::size_t>(k)] * error + 8, 16);
      }
    }
  }
  return result;
}

}  // namespace platerip::halftone
