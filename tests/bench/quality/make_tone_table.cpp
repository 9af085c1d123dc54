// Makes the classes of the tone filters in halftone/tone_filter.h from scratch, and prints them. All sets of weights
// are tried on tints of all tones; then the tones are divided into classes, each with the best set for its tones. It
// takes seven minutes of processor time, shared by all cores. README.md says how the result differs from the table.
//   make_tone_table
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

#include "halftone/tone_filter.h"
#include "tests/bench/quality/tint_search.h"
#include "tests/bench/quality/tone_classes.h"

namespace {

using namespace platerip::quality;
using platerip::halftone::centred_weights;
using platerip::halftone::fixed_error;
using platerip::halftone::tone_half;
using platerip::halftone::tone_step;

constexpr int last_tone = 127;  // the others mirror these

/// [tone][set]
using Tints = std::vector<std::vector<TintQuality>>;

Tints measure_all(const std::vector<Weights>& sets) {
  Tints all(last_tone + 1, std::vector<TintQuality>(sets.size()));
  std::atomic<int> next = 1;
  const auto work = [&](TintSearch& search) {
    for (int tone = next++; tone <= last_tone; tone = next++) {
      for (std::size_t set = 0; set < sets.size(); ++set)
        all[static_cast<std::size_t>(tone)][set] = search.measure(tone, sets[set]);
      std::fprintf(stderr, "\rtone %d of %d ", tone, last_tone);
    }
  };
  std::vector<TintSearch> searches(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::jthread> threads;
  for (TintSearch& search : searches) threads.emplace_back(work, std::ref(search));
  threads.clear();
  std::fputc('\n', stderr);
  return all;
}

// Squares of the error that the eye sees, in levels of 255: mostly at 600 dpi, a little at 300. Textures stand for
// photographs. Directions that the eye picks out count too: lines are seen where as much noise is not.
double cost_of(const TintQuality& tint) {
  const auto squared = [](double value) { return value * value; };
  const double worm = std::max(tint.worm - 1.5, 0.0);
  const double line = std::max(tint.worm - 2.2, 0.0);
  return squared(tint.error.e600) + 0.02 * squared(tint.error.e300) + 0.5 * squared(tint.textured) +
         0.01 * (worm + squared(line));
}

double mean_threshold(const Tints& tints, int first, int end, std::size_t set) {
  double sum = 0;
  for (int tone = first; tone < end; ++tone) sum += tints[static_cast<std::size_t>(tone)][set].threshold;
  return sum / (end - first);
}

// One class has one threshold. Tones that need another one get a mean error, which has to move where the tone changes.
// A difference of 512 units, 4 levels, counts as much as 0.01 of a level that is seen.
double cost_of_class(const Tints& tints, int first, int end, std::size_t set) {
  const double threshold = mean_threshold(tints, first, end, set);
  double cost = 0;
  for (int tone = first; tone < end; ++tone) {
    const TintQuality& tint = tints[static_cast<std::size_t>(tone)][set];
    const double off = (tint.threshold - threshold) / 512;
    cost += cost_of(tint) + 0.003 * off * off;
  }
  return cost;
}

// The classes of tones 1 to 127. From 16 on they begin at multiples of 4, as tone_starts says.
std::vector<ClassOfTones> all_classes(const Tints& tints, std::size_t sets) {
  std::vector<int> borders(15);
  std::iota(borders.begin(), borders.end(), 1);
  for (int start = 16; start <= last_tone + 1; start += 4) borders.push_back(start);
  return best_classes(borders, tone_half - 1, [&](int first, int end) {
    CostOfClass best{.cost = INFINITY};
    for (std::size_t set = 0; set < sets; ++set) {
      const double cost = cost_of_class(tints, first, end, set);
      if (cost < best.cost) best = {cost, static_cast<int>(set)};
    }
    return best;
  });
}

int rounded(double threshold) {
  return static_cast<int>(std::lround(threshold / 256)) * 256;
}

// The least threshold of a class that keeps the errors of fixed weights in their bounds (tone_filter.h).
int least(const ClassOfTones& each) {
  return (tone_step - fixed_error - 128 * each.first + 255) / 256 * 256;
}

void print(const Tints& tints, const std::vector<ClassOfTones>& classes, const std::vector<Weights>& sets,
           std::size_t centred) {
  std::printf("tone_starts: 0");
  for (const ClassOfTones& each : classes) std::printf(", %d", each.first);
  std::printf("\ncentred: thresholds 0");
  for (const ClassOfTones& each : classes)
    std::printf(", %d", std::max(rounded(mean_threshold(tints, each.first, each.end, centred)), least(each)));
  std::printf("\ntone:\n");
  for (const ClassOfTones& each : classes) {
    const auto set = static_cast<std::size_t>(each.choice);
    const Weights& w = sets[set];
    std::printf("{%d, {%d, %d, %d, %d, %d, %d}},\n", rounded(mean_threshold(tints, each.first, each.end, set)), w[0],
                w[1], w[2], w[3], w[4], w[5]);
  }
}

}  // namespace

int main() {
  const std::vector<Weights> sets = weight_sets();
  const auto centred = static_cast<std::size_t>(std::ranges::find(sets, centred_weights) - sets.begin());
  const Tints tints = measure_all(sets);
  print(tints, all_classes(tints, sets.size()), sets, centred);
}
