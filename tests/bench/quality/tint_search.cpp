#include "tests/bench/quality/tint_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>

#include "halftone/reference/tones.h"
#include "halftone/tone_filter.h"
#include "tests/bench/quality/flat_tones.h"

namespace platerip::quality {
namespace {

using namespace platerip::halftone;

constexpr int tints = 4;          // of each tone, with different first rows
constexpr double most_dpi = 600;  // what is seen at 1200 dpi does not count

// Near the thresholds that all good sets need, so that tints start soon. The mean error then says what is missing.
constexpr int guessed_threshold = 4096;

// A photograph's detail: noise that is smoothed twice, about 10 levels high.
Image make_texture() {
  constexpr int height_of_sum = 48;
  std::mt19937 random(1);
  Image texture(tint_width, tint_height);
  for (float& amount : texture.ink)
    for (int i = 0; i < 4; ++i) amount += static_cast<float>(random() % (2 * height_of_sum + 1)) - height_of_sum;
  for (int pass = 0; pass < 2; ++pass) {
    const Image rough = texture;
    for (int y = 1; y + 1 < tint_height; ++y) {
      for (int x = 1; x + 1 < tint_width; ++x) {
        float sum = 0;
        for (int row = y - 1; row <= y + 1; ++row)
          sum = std::accumulate(rough.row(row) + x - 1, rough.row(row) + x + 2, sum);
        texture.row(y)[x] = sum / 9;
      }
    }
  }
  return texture;
}

// A filter that treats all tones alike.
ToneFilter filter_of(const Weights& weights) {
  ToneFilter filter{.name = "candidate", .title = {}, .source = {}, .seeded = true, .classes = {}};
  filter.classes.fill({guessed_threshold, weights});
  return filter;
}

std::vector<std::byte> samples_of(int tone, const Image* texture) {
  std::vector<std::byte> samples(std::size_t{tint_width} * tint_height, static_cast<std::byte>(tone));
  if (texture == nullptr) return samples;
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<std::byte>(std::clamp(tone + static_cast<int>(std::lround(texture->ink[i])), 1, 254));
  return samples;
}

double mean_sum_below(const Boundary& boundary) {
  const std::vector<std::byte>& state = boundary.planes[0].state;
  std::vector<std::int16_t> sums(state.size() / sizeof(std::int16_t));
  std::memcpy(sums.data(), state.data(), state.size());
  return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
}

// The mean error is taken of these rows: neighbouring rows have nearly the same.
constexpr int sampled_rows = (tint_height - measured_tint.top) / 8;
constexpr bool is_sampled(int y) {
  return y >= measured_tint.top && y % 8 == 7;
}

struct Tint {
  Image difference;       // plate − original
  double mean_error = 0;  // of the filter, in the measured rows
};

Tint halftone(const ToneFilter& filter, const std::vector<std::byte>& samples, int ink) {
  const MethodInfo method{.name = filter.name, .family = Family::tone_filter, .tone = &filter};
  PlaneSettings plane{.method = Method(method)};
  plane.ink = ink;
  const Settings settings{.planes = {plane}, .width = tint_width};
  std::vector<std::byte> workspace(reference::tone_bytes(settings));
  const auto halftoner = reference::make_tones(settings, workspace);

  Tint tint{.difference = Image(tint_width, tint_height)};
  std::vector<std::byte> pixels(static_cast<std::size_t>(plate_row_bytes(tint_width, 2)));
  const Plate plate{pixels.data(), 0};
  const double given_below = (16 - filter.classes[1].weights[0]) / 16.0;  // share of an error
  for (int y = 0; y < tint_height; ++y) {
    const std::byte* const row = samples.data() + std::ptrdiff_t{y} * tint_width;
    const Plane from{row, 0};
    if (!halftoner->run({.rows = 1, .planes = {&from, 1}, .plates = {&plate, 1}}).ok()) std::abort();
    for (int x = 0; x < tint_width; ++x) {
      const bool dot = (std::to_integer<int>(pixels[static_cast<std::size_t>(x / 8)]) >> (7 - x % 8) & 1) != 0;
      tint.difference.row(y)[x] = (dot ? 255.F : 0.F) - static_cast<float>(std::to_integer<int>(row[x]));
    }
    if (is_sampled(y)) tint.mean_error += mean_sum_below(*halftoner->save()) / given_below / sampled_rows;
  }
  return tint;
}

}  // namespace

std::vector<Weights> weight_sets() {
  std::vector<Weights> sets;
  for (int right = 3; right <= 8; ++right) {
    for (int after = 0; after <= 3; ++after) {
      for (int below = 1; below <= 5; ++below) {
        for (int before = 1; before <= 4; ++before) {
          for (int second = 0; second <= 1; ++second) {
            const int third = 16 - right - after - below - before - second;
            if (third == 0 || third == 1) sets.push_back({right, after, below, before, second, third});
          }
        }
      }
    }
  }
  return sets;
}

TintSearch::TintSearch() : texture_(make_texture()) {
  eye_.error(Image(spectrum_side, spectrum_side));
}

TintQuality TintSearch::measure(int tone, const Weights& weights) {
  const ToneFilter filter = filter_of(weights);
  TintQuality quality;
  std::vector<SeenError> errors;
  double mean_error = 0;
  for (int ink = 0; ink < tints; ++ink) {
    const Tint tint = halftone(filter, samples_of(tone, nullptr), ink);
    errors.push_back(eye_.error(crop(tint.difference, measured_tint), eye_margin, most_dpi));
    Image plate = tint.difference;
    for (float& amount : plate.ink) amount += static_cast<float>(tone);
    spectrum_.measure(plate, measured_tint);
    quality.worm = std::max(quality.worm, spectrum_.strongest_direction());
    mean_error += tint.mean_error / tints;
  }
  quality.error = quadratic_mean(errors);
  quality.threshold = guessed_threshold - mean_error;
  const Tint textured = halftone(filter, samples_of(tone, &texture_), 0);
  quality.textured = eye_.error(crop(textured.difference, measured_tint), eye_margin, most_dpi).e600;
  return quality;
}

}  // namespace platerip::quality
