#include "tests/bench/quality/flat_tones.h"

#include <numeric>

namespace platerip::quality {

std::vector<ToneQuality> measure_tones(const Halftone& halftone) {
  Eye eye;
  Spectrum spectrum;
  std::vector<ToneQuality> tones;
  for (int tone = halftone.is_slow ? 4 : 1; tone <= 254; tone += halftone.is_slow ? 8 : 1) {
    const Image tint(tint_width, tint_height, static_cast<float>(tone));
    const Image plate = halftone.plate(tint);
    spectrum.measure(plate, measured_tint);
    tones.push_back({.tone = tone,
                     .error = eye.error(crop(difference(plate, tint), measured_tint)),
                     .anisotropy = spectrum.anisotropy(),
                     .worm = spectrum.strongest_direction()});
  }
  return tones;
}

FlatQuality summary(const std::vector<ToneQuality>& tones) {
  FlatQuality quality;
  std::vector<SeenError> all, extreme;
  std::vector<double> anisotropy;
  for (const ToneQuality& tone : tones) {
    all.push_back(tone.error);
    if (is_extreme(tone.tone)) extreme.push_back(tone.error);
    if (tone.anisotropy > 0) anisotropy.push_back(decibels(tone.anisotropy));
    quality.worm += tone.worm / static_cast<double>(tones.size());
    if (tone.worm <= quality.worst_worm) continue;
    quality.worst_worm = tone.worm;
    quality.worst_tone = tone.tone;
  }
  quality.error = quadratic_mean(all);
  quality.extreme = quadratic_mean(extreme);
  quality.anisotropy =
      std::accumulate(anisotropy.begin(), anisotropy.end(), 0.0) / static_cast<double>(anisotropy.size());
  return quality;
}

}  // namespace platerip::quality
