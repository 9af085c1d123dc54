// How the search methods were chosen: the size of tiles, rounds, sweeps and the eye's table, against a search of the
// whole page pixel by pixel to the end. And whether tiles are seen, and tints keep their mean.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include "halftone/search.h"
#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/methods/halftones.h"
#include "tests/bench/quality/originals/photographs.h"
#include "tests/halftone/direct_search.h"

namespace platerip::quality {
namespace {

using halftone::EyeTable;
using halftone::SearchOrder;

Halftone product(const std::string& name) {
  for (Halftone& halftone : product_halftones()) {
    if (halftone.name == name) return halftone;
  }
  throw std::runtime_error("there is no " + name);
}

Halftone searched(const SearchOrder& order, const EyeTable& eye, const std::string& begin = "tone") {
  return {"", {2}, [order, eye, start = product(begin)](const std::vector<Image>& planes, int) {
            std::vector<Image> plates;
            for (const Image& plane : planes) {
              Image& plate = plates.emplace_back(start.plate(plane));
              const auto sample = [&](std::int64_t y, std::int64_t x) {
                return static_cast<int>(std::lround(plane.at(static_cast<int>(x), static_cast<int>(y))));
              };
              std::vector<int> levels;
              for (const float amount : plate.ink) levels.push_back(amount > 0 ? 1 : 0);
              levels = search_directly(order, eye, 2, 8, plane.width, plane.height, sample, levels);
              for (std::size_t i = 0; i < levels.size(); ++i) plate.ink[i] = levels[i] > 0 ? 255.F : 0.F;
            }
            return plates;
          }};
}

// Näsänen's eye at another resolution, or with another window, as search.h has it.
EyeTable eye_of(double dpi, double window) {
  const double fall = 0.525 * std::log(luminance) + 3.91;
  const double a = pixels_per_degree(dpi) / fall / std::numbers::pi;
  const auto value = [&](int dy, int dx) {
    const double d = std::hypot(dy, dx);
    return d >= window ? 0
                       : std::pow(1 + d * d / a / a, -1.5) * std::pow(std::cos(std::numbers::pi * d / window / 2), 2);
  };
  EyeTable eye{};
  for (int dy = 0; dy <= 11; ++dy) {
    for (int dx = 0; dx <= 11; ++dx)
      eye.quadrant[static_cast<std::size_t>(dy)][static_cast<std::size_t>(dx)] =
          static_cast<int>(std::lround(halftone::eye_middle * value(dy, dx)));
  }
  return eye;
}

struct Originals {
  std::vector<Image> photographs;  // middles, and whole ones
  std::vector<Image> whole;
};

Originals originals(const std::string& folder) {
  Originals all;
  for (const Photograph& photograph : folder.empty() ? drawn_photographs() : read_photographs(folder)) {
    const Image& gray = photograph.gray;
    all.photographs.push_back(crop(gray, {gray.width / 2 - 160, gray.height / 2 - 160, 320, 320}));
    all.whole.push_back(gray);
  }
  return all;
}

void print(const std::string& name, Eye& eye, const Halftone& halftone, const Originals& originals) {
  std::vector<SeenError> photographs, tints;
  for (const Image& original : originals.photographs)
    photographs.push_back(eye.error(difference(halftone.plate(original), original)));
  for (int tone = 1; tone < 255; tone += is_extreme(tone) ? 2 : 7) {
    const Image tint(tint_width, tint_height, static_cast<float>(tone));
    tints.push_back(eye.error(crop(difference(halftone.plate(tint), tint), measured_tint)));
  }
  const SeenError p = quadratic_mean(photographs), t = quadratic_mean(tints);
  std::printf("| %s | %.3f | %.4f | %.4f | %.3f | %.4f | %.4f |\n", name.c_str(), p.e300, p.e600, p.e1200, t.e300,
              t.e600, t.e1200);
  std::fflush(stdout);
}

void print_choices(const Originals& originals) {
  std::puts(
      "\n| search | photographs e300 | e600 | e1200 | tints e300 | e600 | e1200 |\n"
      "| --- | --- | --- | --- | --- | --- | --- |");
  Eye eye;
  const EyeTable& chosen = halftone::nasanen_450;
  print("floyd-steinberg", eye, product("floyd-steinberg"), originals);
  print("tone", eye, product("tone"), originals);
  print("dbs", eye, product("dbs"), originals);
  print("to the end", eye, searched(halftone::to_the_end, chosen), originals);
  for (const char* begin : {"floyd-steinberg", "blue-noise"})
    print("to the end from " + std::string(begin), eye, searched(halftone::to_the_end, chosen, begin), originals);
  for (const auto& [rounds, sweeps] :
       {std::pair{1, 1}, {1, 2}, {1, 4}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {4, 4}})
    print("32×32, " + std::to_string(rounds) + " rounds of " + std::to_string(sweeps), eye,
          searched({.tile = 32, .rounds = rounds, .sweeps = sweeps}, chosen), originals);
  for (const int tile : {16, 64}) {
    const std::string size = std::to_string(tile);
    print(size + "×" + size + ", 2 rounds of 3", eye, searched({.tile = tile}, chosen), originals);
  }
  for (const double window : {8.5, 10.5})
    print("window of " + std::to_string(window).substr(0, 4), eye, searched({}, eye_of(450, window)), originals);
}

// The RMS of what is seen of each plate at a resolution, without its borders.
double seen_at(double dpi, const std::vector<Image>& errors) {
  double squares = 0, pixels = 0;
  for (const Image& error : errors) {
    Fourier fourier(error.width, error.height);
    const Image eye = seen(fourier, error, dpi);
    for (int y = eye_margin; y < eye.height - eye_margin; ++y) {
      for (int x = eye_margin; x < eye.width - eye_margin; ++x, ++pixels) squares += eye.at(x, y) * eye.at(x, y);
    }
  }
  return std::sqrt(squares / pixels);
}

// What searches for eyes at some resolutions look like at these and others: photographs / tints.
void print_eyes(const Originals& originals) {
  constexpr std::array resolutions{300, 360, 400, 450, 600, 900, 1200};
  std::printf("\n| search for an eye at |");
  for (const int dpi : resolutions) std::printf(" seen at %d |", dpi);
  std::printf("\n| --- |");
  for (std::size_t i = 0; i < resolutions.size(); ++i) std::printf(" --- |");
  std::printf("\n");
  for (const int searched_at : {300, 375, 450, 600}) {
    const Halftone dbs = searched({}, eye_of(searched_at, 12.5));
    std::vector<Image> photographs, tints;
    for (const Image& original : originals.photographs)
      photographs.push_back(difference(dbs.plate(original), original));
    for (int tone = 1; tone < 255; tone += is_extreme(tone) ? 2 : 7) {
      const Image tint(tint_width, tint_height, static_cast<float>(tone));
      tints.push_back(crop(difference(dbs.plate(tint), tint), measured_tint));
    }
    std::printf("| %d dpi |", searched_at);
    for (const int dpi : resolutions) std::printf(" %.4f / %.4f |", seen_at(dpi, photographs), seen_at(dpi, tints));
    std::printf("\n");
    std::fflush(stdout);
  }
}

// The RMS of what is seen at 600 dpi at the borders of tiles, over that of all other pixels.
double seams(const Halftone& halftone, const Originals& originals) {
  double border = 0, inside = 0;
  std::int64_t border_pixels = 0, inside_pixels = 0;
  for (const Image& original : originals.whole) {
    const Image error = difference(halftone.plate(original), original);
    Fourier fourier(error.width, error.height);
    const Image eye = seen(fourier, error, 600);
    for (int y = eye_margin; y < eye.height - eye_margin; ++y) {
      for (int x = eye_margin; x < eye.width - eye_margin; ++x) {
        const bool is_border = (x + 1) % halftone::search_tile < 2 || (y + 1) % halftone::search_tile < 2;
        const double square = eye.at(x, y) * eye.at(x, y);
        (is_border ? border : inside) += square;
        ++(is_border ? border_pixels : inside_pixels);
      }
    }
  }
  return std::sqrt(border / static_cast<double>(border_pixels) * static_cast<double>(inside_pixels) / inside);
}

// Other methods have no tiles: what they have there is the photographs' own.
void print_seams(const Originals& originals) {
  std::printf("\nErrors at the borders of tiles, over those inside:");
  for (const char* const name : {"dbs", "tone", "floyd-steinberg"})
    std::printf(" %.3f (%s)", seams(product(name), originals), name);
  std::printf("\n");
}

void print_means() {
  const Halftone dbs = product("dbs");
  double worst = 0;
  int worst_tone = 0;
  for (int tone = 1; tone < 255; ++tone) {
    const Image tint(tint_width, tint_height, static_cast<float>(tone));
    const double off = mean(dbs.plate(tint), measured_tint) - tone;
    if (std::abs(off) <= std::abs(worst)) continue;
    worst = off;
    worst_tone = tone;
  }
  std::printf("Means of tints: at most %.2f %% of solid off, at %d of 255\n", 100 * worst / 255, worst_tone);
}

}  // namespace
}  // namespace platerip::quality

// search_bench [FOLDER]: with the photographs in the folder that kodak_photographs lists.
int main(int argc, char** argv) {
  try {
    const char* folder = argc > 1 ? argv[1] : std::getenv("PLATERIP_PHOTOGRAPHS");
    const auto originals = platerip::quality::originals(folder != nullptr ? folder : "");
    platerip::quality::print_choices(originals);
    platerip::quality::print_eyes(originals);
    platerip::quality::print_seams(originals);
    platerip::quality::print_means();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "search_bench: " << error.what() << '\n';
    return 1;
  }
}
