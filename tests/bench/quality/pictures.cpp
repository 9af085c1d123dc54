#include "tests/bench/quality/pictures.h"

#include <algorithm>
#include <array>

#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/instruments/spectrum.h"
#include "tests/bench/quality/originals/charts.h"
#include "tests/bench/quality/originals/png_file.h"

namespace platerip::quality {
namespace {

constexpr int magnification = 4;
constexpr int gap = 8;

void paste(Image& onto, int left, int top, const Image& image) {
  for (int y = 0; y < image.height; ++y) std::copy_n(image.row(y), image.width, onto.row(top + y) + left);
}

// Power 0 as white, and twice that of white noise as black.
Image shown(const Image& power) {
  Image picture = power;
  for (float& amount : picture.ink) amount *= 255 / 2.F;
  return picture;
}

Image spectra(const Halftone& halftone) {
  constexpr std::array tones{2, 8, 24, 64, 96, 120};
  constexpr int side = square * magnification;
  Image sheet(static_cast<int>(tones.size()) * (side + gap) - gap, 2 * side + gap);
  Spectrum spectrum;
  int left = 0;
  for (const int tone : tones) {
    const Image plate = halftone.plate(Image(tint_width, tint_height, static_cast<float>(tone)));
    spectrum.measure(plate, measured_tint);
    paste(sheet, left, 0,
          magnified(crop(plate, {measured_tint.left, measured_tint.top, square, square}), magnification));
    paste(sheet, left, side + gap, magnified(shown(spectrum.power()), magnification));
    left += side + gap;
  }
  return sheet;
}

Image middle_of(const Image& plate, int width, int height) {
  return crop(plate, {(plate.width - width) / 2, (plate.height - height) / 2, width, height});
}

}  // namespace

Image magnified(const Image& image, int times) {
  Image made(image.width * times, image.height * times);
  for (int y = 0; y < made.height; ++y)
    for (int x = 0; x < made.width; ++x) made.row(y)[x] = image.at(x / times, y / times);
  return made;
}

void write_pictures(const std::string& folder, const Halftone& halftone, const Photograph& photograph) {
  const std::string start = folder + "/" + halftone.name;
  write_png(start + "-spectra.png", spectra(halftone));
  const Image plate = halftone.plate(photograph.gray);
  write_png(start + "-photograph.png", magnified(middle_of(plate, 240, 160), magnification));
  const Image ramp = halftone.plate(ramp_to_the_right());
  write_png(start + "-ramp.png", magnified(crop(ramp, {0, 64, 240, 64}), magnification));
  write_png(start + "-text.png", magnified(crop(halftone.plate(text_page()), {0, 0, 240, 160}), magnification));
}

}  // namespace platerip::quality
