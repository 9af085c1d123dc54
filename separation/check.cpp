#include "separation/check.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <utility>

#include "separation/interpolation.h"

namespace platerip::separation {

template <typename Sample>
TellingPixels<Sample> telling_pixels(const PixelFormat& format) {
  constexpr std::size_t count = 4096;
  constexpr int gray_steps = 510;  // each 8-bit gray twice; in 16 bits, each 8-bit gray and one between each two
  constexpr Sample max = std::numeric_limits<Sample>::max();
  const int pixel_samples = format.bytes() / static_cast<int>(sizeof(Sample));
  std::vector<Sample> samples;
  const auto add_gray = [&](int gray) {
    samples.insert(samples.end(), static_cast<std::size_t>(pixel_samples), static_cast<Sample>(gray));
  };
  const auto make_opaque = [&] {
    if (format.alpha != Alpha::none) samples.back() = max;
  };
  for (int node = 0; node < grid_side; ++node) add_gray(node * max / (grid_side - 1));
  for (int step = 0; step <= gray_steps; ++step) {
    add_gray(step * max / gray_steps);
    make_opaque();
    if (format.model != profiles::ColorModel::cmyk) continue;
    add_gray(step * max / gray_steps);
    std::fill_n(samples.end() - pixel_samples, 3, Sample{0});
    make_opaque();
  }
  for (int corner = 0; corner < 1 << pixel_samples; ++corner)
    for (int s = 0; s < pixel_samples; ++s) samples.push_back(corner >> s & 1 ? max : Sample{0});
  std::mt19937 random(1);
  while (samples.size() < count * static_cast<std::size_t>(pixel_samples))
    samples.push_back(static_cast<Sample>(random()));
  return {std::move(samples), pixel_samples};
}

template <typename Sample>
std::vector<Sample> inks_of(const Separator& separator, const TellingPixels<Sample>& pixels) {
  const std::int64_t width = pixels.count();
  std::vector<Sample> inks(separator.inks().size() * static_cast<std::size_t>(width));
  std::vector<Plane> planes;
  for (std::size_t at = 0; at < inks.size(); at += static_cast<std::size_t>(width))
    planes.push_back({reinterpret_cast<std::byte*>(&inks[at]), 0});
  std::vector<std::byte> workspace(separator.workspace_bytes(width, 1));
  const Strip strip{width, 1, reinterpret_cast<const std::byte*>(pixels.samples.data()), 0};
  if (!separator.run(strip, planes, workspace).ok()) return {};
  return inks;
}

template TellingPixels<std::uint8_t> telling_pixels(const PixelFormat&);
template TellingPixels<std::uint16_t> telling_pixels(const PixelFormat&);
template std::vector<std::uint8_t> inks_of(const Separator&, const TellingPixels<std::uint8_t>&);
template std::vector<std::uint16_t> inks_of(const Separator&, const TellingPixels<std::uint16_t>&);

}  // namespace platerip::separation
