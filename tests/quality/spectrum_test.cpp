#include "tests/bench/quality/instruments/spectrum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/quality/made_images.h"
#include "tests/seed.h"

namespace platerip::quality {
namespace {

using testing::AllOf;
using testing::DoubleNear;
using testing::Gt;
using testing::Lt;

constexpr Area whole{0, 0, spectrum_side, spectrum_side};

Spectrum spectrum_of(const Image& plate) {
  Spectrum spectrum;
  spectrum.measure(plate, whole);
  return spectrum;
}

TEST(Spectrum, OfWhiteNoiseHasNoDirection) {
  std::mt19937 random(test_seed());
  const Spectrum spectrum = spectrum_of(random_plate(spectrum_side, spectrum_side, 60, random));
  // The mean of sixteen spectra: −12 dB.
  EXPECT_THAT(decibels(spectrum.anisotropy()), DoubleNear(-12, 0.6));
  EXPECT_THAT(spectrum.strongest_direction(), Lt(1.3));
  EXPECT_THAT(mean(spectrum.power(), inside(spectrum.power(), 0)), DoubleNear(1, 0.05));
}

TEST(Spectrum, OfWavesIsWhereTheyAre) {
  const Spectrum spectrum =
      spectrum_of(made_image(spectrum_side, spectrum_side, [](int x, int y) { return (x + y) % 8 < 4 ? 255 : 0; }));
  constexpr int middle = square / 2, wave = square / 8;
  EXPECT_GT(spectrum.power().at(middle + wave, middle + wave), 100);
  EXPECT_GT(spectrum.power().at(middle - wave, middle - wave), 100);
  EXPECT_THAT(spectrum.power().at(middle + wave, middle - wave), Lt(0.01));
  EXPECT_THAT(spectrum.power().at(middle, middle), Lt(0.01));
  EXPECT_THAT(spectrum.strongest_direction(), DoubleNear(directions, 0.01));
  EXPECT_THAT(decibels(spectrum.anisotropy()), Gt(3));
}

TEST(Spectrum, KnowsWormsInAnyDirection) {
  std::mt19937 random(test_seed());
  const Image noise = random_plate(spectrum_side, spectrum_side, 128, random);
  // Lines of equal pixels, two wide, at two angles.
  const auto lines = [&](int dx, int dy) {
    return spectrum_of(made_image(spectrum_side, spectrum_side,
                                  [&](int x, int y) {
                                    return noise.at((dx * x + dy * y + spectrum_side * 4) / 2 % spectrum_side, 0);
                                  }))
        .strongest_direction();
  };
  for (const double strongest : {lines(1, 0), lines(0, 1), lines(1, 1), lines(1, -2)})
    EXPECT_THAT(strongest, AllOf(Gt(8), Lt(directions + 0.01)));
}

TEST(Spectrum, OfAnEmptyPlateIsEmpty) {
  for (const float tone : {0.F, 255.F}) {
    const Spectrum spectrum = spectrum_of(Image(spectrum_side, spectrum_side, tone));
    EXPECT_EQ(spectrum.anisotropy(), 0);
    EXPECT_EQ(spectrum.strongest_direction(), 1);
  }
}

}  // namespace
}  // namespace platerip::quality
