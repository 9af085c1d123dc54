// What more rounds and sweeps of the searches give, and what they cost: the error that an eye sees, the measure of
// Kouge, Ito and Nakano, and time.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "halftone/method.h"
#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/instruments/detail.h"
#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/methods/halftones.h"
#include "tests/bench/quality/originals/photographs.h"

namespace platerip::quality {
namespace {

using halftone::SearchEffort;
using halftone::SearchMethod;

// 512×512 pixels from the middle of each photograph, as large as the paper's picture.
std::vector<Image> originals(const std::string& folder) {
  std::vector<Image> all;
  for (const Photograph& photograph : folder.empty() ? drawn_photographs() : read_photographs(folder)) {
    const Image& gray = photograph.gray;
    all.push_back(crop(gray, {gray.width / 2 - 256, gray.height / 2 - 256, 512, 512}));
  }
  return all;
}

// `diffused` is the measure of floyd-steinberg; if it is 0, it is set to that of this halftone.
void print(const std::string& name, const Halftone& halftone, const std::vector<Image>& photographs, Eye& eye,
           double& diffused) {
  std::vector<SeenError> seen, tints;
  double measure = 0, seconds = 0, pixels = 0;
  for (const Image& original : photographs) {
    const std::clock_t begin = std::clock();  // of this program's thread, whatever else runs on the machine
    const Image plate = halftone.plate(original);
    seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    pixels += 1.0 * original.width * original.height;
    seen.push_back(eye.error(difference(plate, original)));
    measure += gaussian_error(original, plate) / static_cast<double>(photographs.size());
  }
  double off = 0;
  const int step = halftone.is_slow ? 8 : 4;
  for (int tone = 1; tone < 255; tone += is_extreme(tone) ? step : 4 * step) {
    const Image tint(tint_width, tint_height, static_cast<float>(tone));
    const Image plate = halftone.plate(tint);
    tints.push_back(eye.error(crop(difference(plate, tint), measured_tint)));
    off = std::max(off, std::abs(mean(plate, measured_tint) - tone));
  }
  if (diffused == 0) diffused = measure;
  std::printf("| %s | %.4f | %.4f | %.2f | %.3f | %.2f | %.1f |\n", name.c_str(), quadratic_mean(seen).e600,
              quadratic_mean(tints).e600, measure, measure / diffused, off, 1e9 * seconds / pixels);
  std::fflush(stdout);
}

std::string described(const SearchMethod& method, const SearchEffort& effort) {
  std::string text =
      std::string(method.name) + ", " + std::to_string(effort.rounds) + " × " + std::to_string(effort.sweeps);
  if (effort == method.draft) text += ", draft";
  if (effort == method.normal) text += ", normal";
  if (effort == method.best) text += ", best";
  return text;
}

void print_all(const std::vector<Image>& photographs, const std::string& only) {
  std::puts(
      "\n| halftone, rounds × sweeps | photographs e600 | tints e600 | g1 | over floyd-steinberg's | tints' mean off "
      "by | ns a pixel |\n| --- | --- | --- | --- | --- | --- | --- |");
  Eye eye;
  double diffused = 0;
  for (const char* const name : {"floyd-steinberg", "tone"}) {
    for (const Halftone& halftone : product_halftones())
      if (halftone.name == name) print(name, halftone, photographs, eye, diffused);
  }
  for (const SearchMethod& method : halftone::search_methods) {
    const std::string name(method.name);
    if (!only.empty() && name != only) continue;
    const bool is_slow = method.moves != halftone::Moves::toggles_and_swaps;
    std::vector<SearchEffort> efforts{method.draft, method.normal, method.best};
    if (!is_slow) efforts.insert(efforts.end(), {{1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 4}});
    for (const SearchEffort& effort : efforts)
      print(described(method, effort), with_effort(name, effort), photographs, eye, diffused);
  }
}

}  // namespace
}  // namespace platerip::quality

// effort_bench [FOLDER [METHOD]]: with the photographs in the folder that kodak_photographs lists. One thread.
int main(int argc, char** argv) {
  try {
    const char* folder = argc > 1 ? argv[1] : std::getenv("PLATERIP_PHOTOGRAPHS");
    platerip::quality::print_all(platerip::quality::originals(folder != nullptr ? folder : ""),
                                 argc > 2 ? argv[2] : "");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "effort_bench: " << error.what() << '\n';
    return 1;
  }
}
