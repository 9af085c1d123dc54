// How the tones of a plane print by a screen's thresholds, on plates of any drop sizes. Private to halftone/.
//
// With two levels or without mixing, a tone prints the levels on both sides of it: n_k·65535 <= v·n_{N−1} tells the
// level k below, and the next one prints where
//
//     (v·n_{N−1} − n_k·65535) div (n_{k+1} − n_k) > T
//
// with v = 257·a for an 8-bit sample a, v = a for a 16-bit sample, and the threshold T.
//
// With mixing of w percent, three sizes print near an inner level k, larger drops where thresholds are lowest, smaller
// ones where they are highest. In 1/2^20 of solid, let l and u be the steps below and above the level, and δ the tone
// less the level, which is the nearest. The shares s_l and s_u of the smaller and the larger size are
//
//     δ >= 0:  C = w·l·(u − 2·δ) / (100·u)    t = max(0, C − δ)² / (2·C)
//              s_l = t·u / (l·(l + u))        s_u = (δ + s_l·l) / u
//
//     δ < 0:   C = w·u·(l + 2·δ) / (100·l)    t = max(0, C + δ)² / (2·C)
//              s_u = t·l / (u·(l + u))        s_l = (s_u·u − δ) / l
//
// in 1/65536, each rounded down. A pixel prints k + 1 where T < s_u, k − 1 where T >= 65536 − s_l, and k elsewhere. The
// mean is the tone's: what s_l takes away, s_u adds.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/drops.h"

namespace platerip::halftone {

/// How a tone prints.
struct ScreenTone {
  std::uint8_t level;   ///< k
  std::uint16_t above;  ///< thresholds below this print the next level
  std::uint16_t below;  ///< thresholds above this print the level before
};

/// The level that a tone prints where the tile has a threshold.
constexpr int level_of(const ScreenTone& tone, int threshold) {
  return tone.level + (threshold < tone.above) - (threshold > tone.below);
}

/// How each sample of 8 or 16 `bits` prints, on plates with `levels` levels.
using ScreenTones = std::vector<ScreenTone>;

/// Throws std::bad_alloc. Precondition: the drops pass check().
ScreenTones screen_tones(const Drops& drops, int levels, int bits);

}  // namespace platerip::halftone
