#include "rip/calibrate/tone_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace platerip::rip {
namespace {

// The gain is known at 0 and 100, where it is 0, and unknown at the whole percentages between them.
constexpr std::size_t unknowns = 99;
constexpr std::size_t band = 3;  // entries below the diagonal of the matrix
constexpr double caution = 1.2;  // of cross-validation
constexpr double least_rise = 1e-3;

using Vector = std::array<double, unknowns>;
using Matrix = std::array<std::array<double, band + 1>, unknowns>;  // [row][row − column], symmetric

// The two unknowns beside an amount: the index of the first, from −1 to 98, and the weight of the second.
struct Place {
  int left;
  double weight;
};

Place place_of(double amount) {
  const double whole = std::min(std::floor(amount), 99.0);
  return {static_cast<int>(whole) - 1, amount - whole};
}

bool is_unknown(int index) {
  return index >= 0 && index < static_cast<int>(unknowns);
}

void add_square(Matrix& matrix, const std::vector<std::pair<int, double>>& row, double factor) {
  for (const auto& [i, a] : row)
    for (const auto& [j, b] : row)
      if (is_unknown(i) && is_unknown(j) && i >= j)
        matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(i - j)] += factor * a * b;
}

Vector row_of(const Place& place) {
  Vector row{};
  if (is_unknown(place.left)) row[static_cast<std::size_t>(place.left)] = 1 - place.weight;
  const int right = place.left + 1;
  if (is_unknown(right)) row[static_cast<std::size_t>(right)] = place.weight;
  return row;
}

// Replaces a positive definite matrix by its Cholesky factor.
void factorize(Matrix& matrix) {
  for (std::size_t i = 0; i < unknowns; ++i) {
    for (std::size_t below = std::min(band, i) + 1; below-- > 0;) {
      const std::size_t j = i - below;
      double sum = matrix[i][below];
      for (std::size_t k = i - std::min(band, i); k < j; ++k)
        if (j - k <= band) sum -= matrix[i][i - k] * matrix[j][j - k];
      matrix[i][below] = below == 0 ? std::sqrt(std::max(sum, 1e-12)) : sum / matrix[j][0];
    }
  }
}

Vector solve(const Matrix& factor, Vector values) {
  for (std::size_t i = 0; i < unknowns; ++i) {
    for (std::size_t below = 1; below <= std::min(band, i); ++below) values[i] -= factor[i][below] * values[i - below];
    values[i] /= factor[i][0];
  }
  for (std::size_t i = unknowns; i-- > 0;) {
    for (std::size_t above = 1; above <= band && i + above < unknowns; ++above)
      values[i] -= factor[i + above][above] * values[i + above];
    values[i] /= factor[i][0];
  }
  return values;
}

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < unknowns; ++i) sum += a[i] * b[i];
  return sum;
}

struct Fit {
  Vector gain{};
  double score = std::numeric_limits<double>::infinity();  // of cross-validation: less is better
};

Fit fit(const std::vector<Tint>& tints, double smoothness) {
  Matrix matrix{};
  Vector right{};
  for (const Tint& tint : tints) {
    const Place place = place_of(tint.nominal);
    add_square(matrix, {{place.left, 1 - place.weight}, {place.left + 1, place.weight}}, 1);
    const Vector row = row_of(place);
    for (std::size_t i = 0; i < unknowns; ++i) right[i] += row[i] * (tint.measured - tint.nominal);
  }
  for (int i = -1; i + 3 <= static_cast<int>(unknowns); ++i)
    add_square(matrix, {{i, -1}, {i + 1, 3}, {i + 2, -3}, {i + 3, 1}}, smoothness);
  factorize(matrix);

  Fit result{.gain = solve(matrix, right)};
  double squares = 0;
  double parameters = 0;
  for (const Tint& tint : tints) {
    const Vector row = row_of(place_of(tint.nominal));
    const double distance = product(row, result.gain) - (tint.measured - tint.nominal);
    squares += distance * distance;
    parameters += product(row, solve(matrix, row));
  }
  const auto count = static_cast<double>(tints.size());
  const double freedom = count - caution * parameters;
  if (freedom > 0) result.score = squares / (freedom * freedom);
  return result;
}

// The nearest values that never fall: pool adjacent violators (Barlow et al., "Statistical Inference under Order
// Restrictions", 1972).
template <std::size_t count>
void make_rising(std::array<double, count>& values) {
  struct Pool {
    double mean;
    std::size_t size;
  };
  std::vector<Pool> pools;
  for (const double value : values) {
    pools.push_back({value, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean > pools.back().mean) {
      const Pool last = pools.back();
      pools.pop_back();
      Pool& pool = pools.back();
      const std::size_t size = pool.size + last.size;
      pool.mean += (last.mean - pool.mean) * static_cast<double>(last.size) / static_cast<double>(size);
      pool.size = size;
    }
  }
  auto value = values.begin();
  for (const Pool& pool : pools) value = std::fill_n(value, pool.size, pool.mean);
}

}  // namespace

ToneCurve ToneCurve::through(const std::vector<Tint>& tints) {
  Fit best;
  for (double power = -2; power <= 9; power += 0.5) {
    const Fit next = fit(tints, std::pow(10, power));
    if (next.score <= best.score) best = next;  // of equal ones, the smoothest
  }
  ToneCurve curve;
  for (std::size_t i = 1; i < steps; ++i)
    curve.tones_[i] = std::clamp(static_cast<double>(i) + best.gain[i - 1], 0.0, 100.0);
  curve.tones_[steps] = 100;
  make_rising(curve.tones_);
  for (std::size_t i = 0; i <= steps; ++i) curve.tones_[i] += least_rise * (static_cast<double>(i) - curve.tones_[i]);
  return curve;
}

double ToneCurve::operator()(double amount) const {
  const double place = std::clamp(amount, 0.0, 100.0);
  const std::size_t left = std::min(static_cast<std::size_t>(place), steps - 1);
  return std::lerp(tones_[left], tones_[left + 1], place - static_cast<double>(left));
}

double ToneCurve::amount_for(double tone) const {
  const auto right = std::upper_bound(tones_.begin() + 1, tones_.end() - 1, tone);
  const auto left = right - 1;
  const double share = std::clamp((tone - *left) / (*right - *left), 0.0, 1.0);
  return static_cast<double>(left - tones_.begin()) + share;
}

}  // namespace platerip::rip
