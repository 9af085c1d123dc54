#include "tests/halftone/tone_diffusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "tests/halftone/drop_ladder.h"

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

const Tones& tones_of(int tone) {
  const int distance = tone > 127 ? 255 - tone : tone;
  return *std::ranges::find_if(table,
                               [&](const Tones& each) { return distance >= each.first && distance <= each.last; });
}

// What a pixel's sum must exceed, in 1/32640 of a step.
int threshold_of(const PlaneSettings& settings, int tone, bool beside_inner) {
  const bool dark = tone > 127;
  const Tones& tones = tones_of(tone);
  const int own = settings.method == Method("centred") ? tones.centred_threshold : tones.tone_threshold;
  const int distance = 16320 - (tones.first + tones.last) * 64 - own;
  const bool beside_solid = dark && !beside_inner;
  const int sharpness = settings.sharpness * (beside_solid ? 64 : std::min(tones.first, 64));
  int threshold = own + distance * sharpness / 64 / 100;
  if (beside_inner) threshold = std::max(threshold, 6720 - 128 * tones.first);
  threshold = (threshold + 128) / 256 * 256;
  return dark ? -threshold : threshold - 1;
}

// What a pixel begins with.
struct Amount {
  int level = 0;
  std::int64_t above = 0;  // in units
  int tone = 0;            // in 1/255 of the step, of which there are 1 to 254 if there is anything
  std::int64_t step = 32640;
  std::int64_t threshold = 32767;
  std::int64_t seed_unit = 32;
  bool centred = false;
};

Amount amount_of_two_levels(const PlaneSettings& settings, std::int64_t sample, int bits) {
  Amount amount;
  if (bits == 8) {
    amount.above = 128 * sample;
    amount.tone = static_cast<int>(sample);
  } else {
    amount.above = 32 * ((1020 * sample + 32767) / 65535);
    amount.tone = std::clamp(static_cast<int>((sample + 128) / 257), 1, 254);
  }
  if (amount.above == 0) return {};
  if (amount.above == 32640) return {.level = 1};
  amount.threshold = threshold_of(settings, amount.tone, false);
  return amount;
}

Amount amount_on_ladder(const DropLadder& ladder, const PlaneSettings& settings, std::int64_t y, std::int64_t x,
                        std::int64_t sample, int bits) {
  const DropLadder::Displaced displaced = ladder.displaced(sample, bits, ladder.mask_at(y, x));
  const std::vector<std::int64_t>& levels = ladder.values();
  const auto below = static_cast<std::size_t>(displaced.below);
  Amount amount{.level = displaced.below,
                .above = (displaced.exact + displaced.half) - levels[below],
                .centred = displaced.share >= 32};
  if (below + 1 == levels.size()) return amount;
  amount.step = levels[below + 1] - levels[below];
  amount.seed_unit = (amount.step + 510) / 1020;
  if (displaced.whole == levels[below]) return amount;
  const std::int64_t whole = (255 * 32768 + amount.step / 2) / amount.step;
  const auto tone = static_cast<int>(((displaced.whole - levels[below]) * whole + 16384) / 32768);
  amount.tone = std::clamp(tone, 1, 254);
  const std::size_t beside = below + (amount.tone > 127 ? 1 : 0);
  const bool is_inner = beside > 0 && beside + 1 < levels.size();
  const std::int64_t of_whole_step = threshold_of(settings, amount.tone, !ladder.is_mixed() && is_inner);
  amount.threshold = rounded(of_whole_step * amount.step, 32640);
  return amount;
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
  std::int64_t with_ink = 0;  // the overlap if this pixel gets ink
  bool moves = false;
  bool meets_more = false;

  [[nodiscard]] std::int64_t moves_by() const {
    if (!moves) return 0;
    const std::int64_t half = floored(sum, 2);
    return meets_more ? half : -1 - half;
  }
  [[nodiscard]] std::int64_t error(bool ink) const {
    return std::clamp<std::int64_t>(amount + sum - (ink ? with_ink : 0), -32768, 32767);
  }
};

std::int64_t part_of(std::int64_t amount, std::int64_t of_solid) {
  return (amount * (of_solid + of_solid / 256) + 16384) >> 15;
}

void meet_dot(Overlap& overlap, std::int64_t amount, std::int64_t amount_beside, bool dot) {
  overlap.amount = part_of(amount, amount_beside);
  overlap.moves = overlap.amount > 0;
  overlap.meets_more = overlap.moves && dot;
  overlap.with_ink = overlap.meets_more ? 32640 : 0;
}

// What drops beside print, as parts of what the whole span of levels there would be.
class BesideLadder {
 public:
  BesideLadder(const Drops& drops, int levels) : ladder_(drops, levels, 0) {
    for (int byte = 0; byte < 256; ++byte) {
      Span& span = spans_.emplace_back(Span{.exact = 0, .least = levels, .most = 0});
      for (int mask = 0; mask < 256; ++mask) {
        const DropLadder::Displaced moved = ladder_.displaced(byte, 8, mask);
        const bool is_level = moved.whole == value(moved.below);
        span = {.exact = moved.exact,
                .least = std::min(span.least, moved.below),
                .most = std::max(span.most, moved.below + (is_level ? 0 : 1))};
      }
    }
  }

  void meet(Overlap& overlap, const Amount& own, int byte, int level) const {
    const Span& span = spans_[static_cast<std::size_t>(byte)];
    if (span.least == span.most) return;
    const std::int64_t least = value(span.least), whole = value(span.most) - least;
    const auto part = [&](std::int64_t amount) {
      return (32640 * std::clamp<std::int64_t>(amount - least, 0, whole) + whole / 2) / whole;
    };
    const std::int64_t expected = part(span.exact), printed = part(value(std::clamp(level, span.least, span.most)));
    overlap.amount = part_of(own.above, expected);
    overlap.with_ink = part_of(own.step, printed);
    overlap.moves = own.tone > 0 && expected > 0;
    overlap.meets_more = printed > expected;
  }

 private:
  struct Span {
    std::int64_t exact;
    int least, most;
  };
  [[nodiscard]] std::int64_t value(int level) const { return ladder_.values()[static_cast<std::size_t>(level)]; }

  DropLadder ladder_;
  std::vector<Span> spans_;
};

}  // namespace

std::vector<int> diffuse_by_tone(const PlaneSettings& settings, int levels, int bits, std::int64_t width,
                                 std::int64_t height, const std::function<int(std::int64_t, std::int64_t)>& sample,
                                 const std::vector<Beside>& beside) {
  const bool seeded = settings.method == Method("tone");
  std::optional<DropLadder> ladder;
  std::vector<BesideLadder> ladders_beside;
  if (levels > 2) {
    ladder.emplace(settings.drops, levels, settings.ink);
    for (const Beside& each : beside) ladders_beside.emplace_back(each.drops, levels);
  }
  Diffusion own(width, height);
  std::vector<Diffusion> of_overlaps(beside.size(), own);
  std::vector<int> result(static_cast<std::size_t>(width * height));
  for (std::int64_t y = 0; y < height; ++y) {
    own.begin_row();
    for (Diffusion& each : of_overlaps) each.begin_row();
    for (std::int64_t x = 0; x < width; ++x) {
      const auto here = static_cast<std::size_t>(y * width + x);
      const Amount pixel = ladder ? amount_on_ladder(*ladder, settings, y, x, sample(y, x), bits)
                                  : amount_of_two_levels(settings, sample(y, x), bits);
      const std::int64_t amount = pixel.above;

      std::int64_t from_above = own.from_above(y, x);
      if (from_above == 0 && seeded && pixel.tone > 0) from_above = seed(x, y, settings.ink) / 32 * pixel.seed_unit;
      const std::int64_t sum = std::clamp<std::int64_t>(from_above, -16383, 16383) + own.from_left();
      std::int64_t threshold = pixel.threshold;
      std::vector<Overlap> overlaps;
      for (std::size_t i = 0; i < beside.size(); ++i) {
        const int sample_beside = beside[i].sample(y, x), level_beside = beside[i].level(y, x);
        Overlap& overlap = overlaps.emplace_back();
        overlap.sum = std::min<std::int64_t>(of_overlaps[i].from_above(y, x) + of_overlaps[i].from_left(), 32767);
        if (levels > 2)
          ladders_beside[i].meet(overlap, pixel, bits == 8 ? sample_beside : (sample_beside + 128) / 257, level_beside);
        else
          meet_dot(overlap, amount, amount_of_two_levels(settings, sample_beside, bits).above, level_beside > 0);
        threshold -= overlap.moves_by();
      }
      if (!beside.empty() && pixel.tone > 0)
        threshold = std::clamp<std::int64_t>(threshold, -128 - amount, 32767 - amount);
      const bool next = pixel.tone > 0 && sum > threshold;
      const std::int64_t error = std::clamp<std::int64_t>(amount + sum - (next ? pixel.step : 0), -32768, 32767);
      result[here] = pixel.level + next;

      const bool fixed = pixel.centred || settings.method == Method("centred");
      own.give(y, x, error, fixed ? fixed_weights : tones_of(pixel.tone).tone_weights);
      for (std::size_t i = 0; i < beside.size(); ++i) of_overlaps[i].give(y, x, overlaps[i].error(next), fixed_weights);
    }
  }
  return result;
}

}  // namespace platerip::halftone
