#include "tests/bench/quality/inks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>

#include "tests/bench/quality/flat_tones.h"

namespace platerip::quality {
namespace {

// CIE 1976 lightness to luminance.
constexpr double luminance_of_lightness(double lightness) {
  const double root = (lightness + 16) / 116;
  return root * root * root;
}

constexpr unsigned black = 8;

std::vector<double> luminances(std::size_t inks) {
  std::vector<double> table;
  for (unsigned set = 0; set < 1U << inks; ++set) table.push_back(luminance_of(set));
  return table;
}

// The mean luminance of a pixel of these coverages, 0 to 1 each.
double expected_luminance(std::span<const double> coverages, std::span<const double> table) {
  double sum = 0;
  for (std::size_t set = 0; set < table.size(); ++set) {
    double share = 1;
    for (std::size_t k = 0; k < coverages.size(); ++k) share *= set >> k & 1 ? coverages[k] : 1 - coverages[k];
    sum += share * table[set];
  }
  return sum;
}

// Pixels with both inks, as a sum of products of coverages.
double common(const Image& a, const Image& b, const Area& area) {
  double sum = 0;
  for (int y = area.top; y < area.top + area.height; ++y)
    for (int x = area.left; x < area.left + area.width; ++x)
      sum += static_cast<double>(a.at(x, y)) * static_cast<double>(b.at(x, y)) / (255. * 255.);
  return sum;
}

// Pixels that have the inks i and j, over those expected.
double overlap_of(std::span<const Image> planes, std::span<const Image> plates, std::size_t i, std::size_t j,
                  const Area& area) {
  return common(plates[i], plates[j], area) / common(planes[i], planes[j], area);
}

// The quadratic mean of what the eye sees of each plate by itself.
double error_alone(Eye& eye, std::span<const Image> planes, std::span<const Image> plates, const Area& area) {
  std::vector<SeenError> errors;
  for (std::size_t k = 0; k < planes.size(); ++k)
    errors.push_back(eye.error(crop(difference(plates[k], planes[k]), area)));
  return quadratic_mean(errors).e600;
}

}  // namespace

double luminance_of(unsigned inks) {
  constexpr double paper = 95, k = 16;
  constexpr std::array<double, 8> lightness{paper, 55, 48, 24, 89, 50, 47, 23};  // –, C, M, CM, Y, CY, MY, CMY
  const double white = luminance_of_lightness(paper);
  if ((inks & black) == 0) return luminance_of_lightness(lightness[inks]) / white;
  return luminance_of_lightness(k) / white / (inks == black ? 1 : 2);
}

Image gray_of(std::span<const Image> planes) {
  const std::vector<double> table = luminances(planes.size());
  Image gray(planes.front().width, planes.front().height);
  std::vector<double> coverages(planes.size());
  for (std::size_t i = 0; i < gray.ink.size(); ++i) {
    for (std::size_t k = 0; k < planes.size(); ++k) coverages[k] = static_cast<double>(planes[k].ink[i]) / 255;
    gray.ink[i] = static_cast<float>(255 * (1 - expected_luminance(coverages, table)));
  }
  return gray;
}

InkQuality compare_inks(Eye& eye, std::span<const Image> planes, std::span<const Image> plates, const Area& area) {
  Image error = crop(difference(gray_of(plates), gray_of(planes)), area);
  const double shift = mean(error, inside(error, 0));
  for (float& amount : error.ink) amount -= static_cast<float>(shift);
  InkQuality quality{.e600 = eye.error(error).e600,
                     .shift = shift,
                     .overlap = overlap_of(planes, plates, 0, 1, area),
                     .alone = error_alone(eye, planes, plates, area)};
  if (planes.size() < 4) return quality;
  const double first = overlap_of(planes, plates, 0, 3, area), second = overlap_of(planes, plates, 1, 3, area);
  quality.on_black = std::abs(first - 1) > std::abs(second - 1) ? first : second;
  return quality;
}

InkQuality ink_pairs(const Halftone& halftone) {
  constexpr std::array tones{25, 51, 77, 102, 128, 153, 179, 204, 230};
  Eye eye;
  InkQuality all;
  double printed = 0, expected = 0;
  for (const int first : tones) {
    for (const int second : tones) {
      const std::vector<Image> planes{Image(tint_width, tint_height, static_cast<float>(first)),
                                      Image(tint_width, tint_height, static_cast<float>(second))};
      const InkQuality one = compare_inks(eye, planes, halftone.plates(planes, 2), measured_tint);
      constexpr double pairs = 1. * tones.size() * tones.size();
      all.e600 += one.e600 * one.e600 / pairs;
      all.shift += std::abs(one.shift) / pairs;
      all.alone += one.alone * one.alone / pairs;
      printed += one.overlap * first * second;
      expected += 1. * first * second;
    }
  }
  all.e600 = std::sqrt(all.e600);
  all.alone = std::sqrt(all.alone);
  all.overlap = printed / expected;
  return all;
}

Halftone independent(const Halftone& halftone) {
  const auto plates_of = [halftone](const std::vector<Image>& planes, int levels) {
    constexpr int rows_of_noise = 16;
    std::mt19937 random(1);
    std::vector<Image> plates;
    for (const Image& plane : planes) {
      Image page(plane.width, rows_of_noise + plane.height);
      std::ranges::generate(page.ink, [&] { return static_cast<float>(random() >> 24); });
      std::ranges::copy(plane.ink, page.row(rows_of_noise));
      plates.push_back(crop(halftone.plate(page, levels), {0, rows_of_noise, plane.width, plane.height}));
    }
    return plates;
  };
  return {halftone.name + ", independent", halftone.levels, plates_of};
}

std::vector<Image> separated(const std::vector<Image>& cmy) {
  std::vector<Image> cmyk = cmy;
  cmyk.emplace_back(cmy[0].width, cmy[0].height);
  for (std::size_t i = 0; i < cmy[0].ink.size(); ++i) {
    const float black_amount = std::floor(std::min({cmy[0].ink[i], cmy[1].ink[i], cmy[2].ink[i]}) / 2);
    for (std::size_t k = 0; k < 3; ++k) cmyk[k].ink[i] -= black_amount;
    cmyk[3].ink[i] = black_amount;
  }
  return cmyk;
}

}  // namespace platerip::quality
