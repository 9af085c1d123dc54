// Curves through measured tones.
#include "rip/calibrate/tone_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "rip/calibrate/correction.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

const std::vector<double> wedge{2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 98};

double parabola(double amount) {
  return amount + 4 * 18 * amount / 100 * (1 - amount / 100);
}

// Most gain in light tones.
double lopsided(double amount) {
  return 100 * std::pow(amount / 100, 0.75);
}

std::vector<Tint> tints(double (*press)(double), double noise, std::mt19937& random) {
  std::normal_distribution<double> error;
  std::vector<Tint> result;
  result.reserve(wedge.size());
  for (const double amount : wedge) result.push_back({amount, press(amount) + noise * error(random), ""});
  return result;
}

double worst(const ToneCurve& curve, double (*press)(double)) {
  double most = 0;
  for (int amount = 2; amount <= 98; ++amount) most = std::max(most, std::abs(curve(amount) - press(amount)));
  return most;
}

TEST(ToneCurve, PassesThroughMeasurementsWithoutNoise) {
  std::mt19937 random(test_seed());
  EXPECT_LT(worst(ToneCurve::through(tints(parabola, 0, random)), parabola), 0.1);
  EXPECT_LT(worst(ToneCurve::through(tints(lopsided, 0, random)), lopsided), 1);
}

TEST(ToneCurve, SmoothsNoise) {
  std::mt19937 random(test_seed());
  double curve_error = 0;
  double tint_error = 0;
  for (int i = 0; i < 100; ++i) {
    const auto measured = tints(parabola, 1, random);
    const ToneCurve curve = ToneCurve::through(measured);
    for (const Tint& tint : measured) {
      curve_error += std::pow(curve(tint.nominal) - parabola(tint.nominal), 2);
      tint_error += std::pow(tint.measured - parabola(tint.nominal), 2);
    }
  }
  EXPECT_LT(std::sqrt(curve_error / tint_error), 0.6);
}

TEST(ToneCurve, AlwaysRisesAndIsItsOwnInverse) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 100; ++i) {
    const ToneCurve curve = ToneCurve::through(tints(lopsided, 4, random));
    EXPECT_EQ(curve(0), 0);
    EXPECT_EQ(curve(100), 100);
    for (double amount = 0; amount < 100; amount += 0.5) {
      EXPECT_LT(curve(amount), curve(amount + 0.5));
      EXPECT_NEAR(curve.amount_for(curve(amount)), amount, 1e-6);
    }
  }
}

TEST(Correction, IsACurveOfFewPoints) {
  std::mt19937 random(test_seed());
  const auto points = correct(ToneCurve::through(tints(parabola, 0, random)), Aim(), std::nullopt);
  EXPECT_LE(points.size(), 20U);
  const auto curve = separation::Curve::from_points(points);
  ASSERT_TRUE(curve.ok()) << curve.error().message;
  for (int amount = 5; amount <= 95; ++amount) EXPECT_NEAR(parabola(100 * (*curve)(amount / 100.0)), amount, 0.3);
}

TEST(Correction, PassesThroughTheCurveOfTheTarget) {
  std::mt19937 random(test_seed());
  const auto earlier = separation::Curve::from_points({{50, 40}, {100, 90}});
  ASSERT_TRUE(earlier.ok());
  const auto linear = [](double amount) { return amount; };
  const auto points = correct(ToneCurve::through(tints(linear, 0, random)), Aim(), *earlier);
  const auto curve = separation::Curve::from_points(points);
  ASSERT_TRUE(curve.ok());
  for (int amount = 0; amount <= 100; ++amount) EXPECT_NEAR((*curve)(amount / 100.0), (*earlier)(amount / 100.0), 1e-3);
}

}  // namespace
}  // namespace platerip::rip
