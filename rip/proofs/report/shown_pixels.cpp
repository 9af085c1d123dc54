#include "rip/proofs/report/shown_pixels.h"

#include <array>
#include <cstdint>
#include <vector>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

std::array<std::uint16_t, halftone::max_levels> tones_of_levels(const LevelInk& ink) {
  std::array<std::uint16_t, halftone::max_levels> tones;
  for (std::size_t level = 0; level < tones.size(); ++level) tones[level] = ink.tone(level);
  return tones;
}

}  // namespace

LargeMemory colors_of_totals(const Survey& survey, std::span<const Rgb> colors) {
  const auto columns = static_cast<std::size_t>(survey.picture_grid().columns);
  const auto rows = static_cast<std::size_t>(survey.picture_grid().rows);
  const auto box_columns = static_cast<std::size_t>(survey.grid().columns());
  const auto box_rows = static_cast<std::size_t>(survey.grid().rows());
  std::vector<std::size_t> boxes;
  for (std::size_t x = 0; x < columns; ++x) boxes.push_back((2 * x + 1) * box_columns / (2 * columns));
  LargeMemory rgb = large_memory(3 * columns * rows);
  parallel_ranges(rows, 3 * columns * rows, [&](std::size_t first, std::size_t end) {
    auto* out = reinterpret_cast<std::uint8_t*>(rgb.get()) + 3 * columns * first;
    for (std::size_t y = first; y < end; ++y) {
      const std::uint16_t* const row = &survey.totals()[(2 * y + 1) * box_rows / (2 * rows) * box_columns];
      for (std::size_t x = 0; x < columns; ++x)
        for (const std::uint8_t channel : colors[row[boxes[x]]]) *out++ = channel;
    }
  });
  return rgb;
}

Picture gray_of(const Crop& crop, std::size_t plate, const Survey& survey) {
  const auto pixels = static_cast<std::size_t>(crop.width * crop.height);
  Picture picture{crop.width, crop.height, 1, std::vector<std::uint8_t>(pixels)};
  const auto tone_of = tones_of_levels(survey.ink_of(plate));
  for (std::size_t i = 0; i < pixels; ++i)
    picture.samples[i] = static_cast<std::uint8_t>(255 - tone_of[crop.levels[plate * pixels + i]] / 257);
  return picture;
}

Picture colors_of(const Crop& crop, const Survey& survey) {
  const auto pixels = static_cast<std::size_t>(crop.width * crop.height);
  Picture picture{crop.width, crop.height, 3, std::vector<std::uint8_t>(3 * pixels)};
  std::vector<std::uint16_t> tones(crop.levels.size());
  for (std::size_t first = 0; first < tones.size(); first += pixels) {
    const auto tone_of = tones_of_levels(survey.ink_of(first / pixels));
    for (std::size_t i = first; i < first + pixels; ++i) tones[i] = tone_of[crop.levels[i]];
  }
  survey.colors().run(tones, pixels, picture.samples);
  return picture;
}

}  // namespace platerip::rip
