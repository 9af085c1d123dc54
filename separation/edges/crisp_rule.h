// The rule of crisp.h for one amount of one pixel, step by step. All backends call it; those that are fast call it for
// few pixels only. Private to separation/edges/.
#pragma once

#include <algorithm>
#include <array>

#include "separation/edges/crisp.h"

namespace platerip::separation {

/// What the rule decides.
enum class Verdict { stays, paper, solid };

/// The constants of the rule.
struct CrispScale {
  int full = 255;
  int unit = 1;        ///< u
  int least_mass = 0;  ///< of a stroke
  bool soft = false;

  [[nodiscard]] constexpr int exact() const { return 2 * unit; }
  [[nodiscard]] constexpr int half() const { return 128 * unit; }
  [[nodiscard]] constexpr int flat() const { return 32 * unit; }
  [[nodiscard]] constexpr int soft_near() const { return 64 * unit; }
};

constexpr CrispScale crisp_scale(Crisp crisp, int bits) {
  const int unit = bits == 8 ? 1 : 257;
  const int least_mass = crisp == Crisp::hairlines ? 56 : 96;
  return {.full = 255 * unit, .unit = unit, .least_mass = least_mass * unit, .soft = crisp == Crisp::soft};
}

/// The rule at one pixel. Amounts is a function of (dx, dy), from −2 to 2 each, that gives the amount there.
template <typename Amounts>
class CrispRule {
 public:
  constexpr CrispRule(const Amounts& amounts, const CrispScale& scale) : at_(amounts), scale_(scale) {}

  constexpr Verdict verdict() const {
    const Extent around = extent(1, 0, 0);
    if (around.most - around.least < scale_.flat()) return Verdict::stays;
    if (around.least <= scale_.exact() && around.most >= scale_.full - scale_.exact()) return divide();
    const int v = at_(0, 0);
    if (v > scale_.exact() && v < scale_.full - scale_.exact()) {
      if (const Verdict ink = across_stroke(false); ink != Verdict::stays) return ink;
      if (const Verdict paper = across_stroke(true); paper != Verdict::stays) return paper;
    }
    return scale_.soft && is_soft_edge() ? divide() : Verdict::stays;
  }

 private:
  struct Extent {
    int least, most;
  };
  // Pixels of a profile that are part of the same stroke.
  struct Run {
    int length = 0;  // 0: no stroke
    int at = 0;      // index of the pixel itself
    int r[3] = {};
  };
  struct Stroke {
    int mass = 0;  // 0: none
    bool has_pixel = false;
  };

  constexpr Extent extent(int radius, int x, int y) const {
    Extent all{scale_.full, 0};
    for (int dy = -radius; dy <= radius; ++dy) {
      for (int dx = -radius; dx <= radius; ++dx) {
        all.least = std::min(all.least, at_(x + dx, y + dy));
        all.most = std::max(all.most, at_(x + dx, y + dy));
      }
    }
    return all;
  }

  constexpr Verdict divide() const {
    const int v = at_(0, 0), half = scale_.half(), unit = scale_.unit;
    if (v >= half - 12 * unit && v <= half + 12 * unit) {
      const int left = at_(-1, 0), right = at_(1, 0), above = at_(0, -1), below = at_(0, 1);
      const bool ridge = std::max(left, right) < v - 32 * unit || std::max(above, below) < v - 32 * unit;
      const bool valley = std::min(left, right) > v + 32 * unit || std::min(above, below) > v + 32 * unit;
      if (ridge != valley) return ridge ? Verdict::solid : Verdict::paper;
      const int slope = 2 * (right - left) + below - above;
      if (slope != 0) return slope > 0 ? Verdict::solid : Verdict::paper;
    }
    return v >= half ? Verdict::solid : Verdict::paper;
  }

  constexpr bool is_soft_edge() const {
    const Extent all = extent(2, 0, 0);
    if (all.least > scale_.soft_near() || all.most < scale_.full - scale_.soft_near()) return false;
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        const Extent around = extent(1, x, y);
        if (around.most - around.least >= 80 * scale_.unit) return true;
      }
    }
    return false;
  }

  // The amount of ink, or of paper if reversed.
  constexpr int amount(bool reversed, int dx, int dy) const {
    return reversed ? scale_.full - at_(dx, dy) : at_(dx, dy);
  }

  constexpr Verdict across_stroke(bool reversed) const {
    int empty = 0;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) empty += amount(reversed, dx, dy) <= scale_.exact() ? 1 : 0;
    if (empty < 10) return Verdict::stays;
    const Stroke row = stroke(reversed, false), column = stroke(reversed, true);
    if (row.mass == 0 && column.mass == 0) return Verdict::stays;
    const bool takes_row = column.mass == 0 || (row.mass != 0 && row.mass <= column.mass);
    return (takes_row ? row : column).has_pixel != reversed ? Verdict::solid : Verdict::paper;
  }

  // The stroke that the profile along the row crosses, or along the column.
  constexpr Stroke stroke(bool reversed, bool column) const {
    const auto a = [&](int along, int beside) {
      return column ? amount(reversed, beside, along) : amount(reversed, along, beside);
    };
    const int q[5] = {a(-2, 0), a(-1, 0), a(0, 0), a(1, 0), a(2, 0)};
    const Run run = run_of(q);
    int mass = 0;
    for (int i = 0; i < run.length; ++i) mass += run.r[i];
    if (mass < scale_.least_mass) return {};
    const auto side = [&](int beside) { return std::max({a(-1, beside), a(0, beside), a(1, beside)}); };
    if (!goes_on(std::max({q[1], q[2], q[3]}), side(-1), side(1))) return {};
    const int width = mass >= 638 * scale_.unit ? 3 : mass >= 383 * scale_.unit ? 2 : 1;
    return {mass, has_pixel(run, width)};
  }

  constexpr Run run_of(const int (&q)[5]) const {
    const auto has_ink = [&](int k) { return q[k] > scale_.exact(); };
    if (has_ink(1) && has_ink(3)) {
      if (has_ink(0) || has_ink(4)) return {};
      return checked({3, 1, {q[1], q[2], q[3]}});
    }
    if (has_ink(3)) return has_ink(4) ? checked({3, 0, {q[2], q[3], q[4]}}) : Run{2, 0, {q[2], q[3]}};
    if (has_ink(1)) return has_ink(0) ? checked({3, 2, {q[0], q[1], q[2]}}) : Run{2, 1, {q[1], q[2]}};
    return {1, 0, {q[2]}};
  }

  // A run of three, if it is a stroke.
  static constexpr Run checked(const Run& run) {
    const auto& r = run.r;
    const bool has_crest = r[1] >= std::max(r[0], r[2]);
    const bool is_even = 4 * std::min(r[0], r[2]) >= 3 * r[1];
    const bool may_go_on = run.at != 1 && 2 * r[2 - run.at] > r[1];
    return has_crest && !is_even && !may_go_on ? run : Run{};
  }

  static constexpr bool goes_on(int crest, int before, int after) {
    const int sides = (2 * before >= crest ? 1 : 0) + (2 * after >= crest ? 1 : 0);
    return sides == 2 || (sides == 1 && 2 * std::max(before, after) <= 3 * crest);
  }

  static constexpr bool has_pixel(const Run& run, int width) {
    if (run.length == 1 || (run.length == 3 && run.at == 1)) return true;
    if (width >= run.length) return true;
    if (width < run.length - 1) return false;
    const int first = run.r[0], last = run.r[run.length - 1];
    return run.at == 0 ? first >= last : last > first;
  }

  const Amounts& at_;
  const CrispScale& scale_;
};

template <typename Amounts>
constexpr Verdict crisp_verdict(const Amounts& amounts, const CrispScale& scale) {
  return CrispRule<Amounts>(amounts, scale).verdict();
}

}  // namespace platerip::separation
