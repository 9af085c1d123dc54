// What the library makes of single inks of a page, for tests of what becomes of a page's inks.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "halftone/backends/backends.h"
#include "tests/rip/plate.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {

using Words = std::vector<std::string>;
using Levels = std::vector<std::uint8_t>;
using Amount = std::function<double(double)>;  // of tones from 0 to 1

inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// As the page is, without sharpening.
inline const Words plain{"--crisp", "off", "--sharpness", "0"};

/// What a plane has of ink `ink` of a page of 8 or 16 bits.
inline std::vector<std::byte> plane_of(const PageSpec& page, int ink, const Amount& amount) {
  const std::size_t bytes = page.bits / 8;
  const double max = page.bits == 8 ? 255 : 65535;
  std::vector<std::byte> samples(bytes * page.width * page.height);
  std::byte* next = samples.data();
  for (std::uint32_t y = 0; y < page.height; ++y) {
    for (std::uint32_t x = 0; x < page.width; ++x, next += bytes) {
      const auto sample = static_cast<std::uint16_t>(std::floor(max * amount(sample_at(page, x, y, ink) / max) + 0.5));
      const auto small = static_cast<std::uint8_t>(sample);
      std::memcpy(next, page.bits == 8 ? static_cast<const void*>(&small) : &sample, bytes);
    }
  }
  return samples;
}

/// The levels of a plate of up to `levels` levels, which the reference halftones of ink `ink` of a page.
inline Levels halftoned(
    const PageSpec& page, int ink, const halftone::PlaneSettings& how, int levels,
    const Amount& amount = [](double tone) { return tone; }) {
  halftone::Settings settings;
  settings.planes = {how};
  settings.levels = levels;
  settings.bits = page.bits;
  settings.width = page.width;
  const halftone::Backend& backend = **halftone::find_backend("reference");
  std::vector<std::byte> workspace(backend.workspace_bytes(settings));
  const auto halftoner = backend.make(settings, workspace);
  const std::vector<std::byte> samples = plane_of(page, ink, amount);
  const std::int64_t row_bytes = halftone::plate_row_bytes(page.width, levels);
  std::vector<std::uint8_t> packed(static_cast<std::size_t>(row_bytes * page.height));
  const halftone::Plane plane{samples.data(), static_cast<std::ptrdiff_t>(samples.size() / page.height)};
  const halftone::Plate plate{reinterpret_cast<std::byte*>(packed.data()), row_bytes};
  EXPECT_TRUE(
      (*halftoner)->run({.rows = page.height, .planes = {&plane, 1}, .plates = {&plate, 1}, .last = true}).ok());
  Levels made(std::size_t{page.width} * page.height);
  for (std::uint32_t y = 0; y < page.height; ++y)
    unpack(std::span(packed).subspan(static_cast<std::size_t>(y * row_bytes), static_cast<std::size_t>(row_bytes)),
           levels == 2 ? 1 : 4, std::span(made).subspan(std::size_t{y} * page.width, page.width));
  return made;
}

}  // namespace platerip::test
