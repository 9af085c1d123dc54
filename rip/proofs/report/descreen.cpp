#include "rip/proofs/report/descreen.h"

#include <algorithm>

#include "rip/proofs/report/local_statistics.h"

namespace platerip::rip {
namespace {

// The period, in page pixels, after which dots nearly repeat: the side of Bayer's tile. It suits error filters too. It
// was tried on 144 flat areas of different colours. All keep the tone of their plates within 2 levels of 255, and no
// grain exceeds 5 levels (RMS).
constexpr std::int64_t texture = 8;

// Those on which one row depends, with one more above and below if the picture is softened.
std::int64_t tone_rows(const Grain& grain) {
  return 2 * grain.reach + 3;
}

std::int64_t window_rows(const Grain& grain) {
  return 2 * grain.reach + 1;
}

}  // namespace

// A window spans half a period on each side of its centre; none is needed if one box spans a period. The variances were
// measured on the areas above; Jarvis' filter has the greatest.
Grain grain_of_box(std::int64_t box, int levels) {
  const double steps = levels - 1;
  const double variance = box == 1 ? 0.008 : 0.14 / static_cast<double>(box * box);
  return {box < texture ? (texture / 2 + box - 1) / box : 0, variance / (steps * steps), box == 1};
}

std::int64_t Descreen::first_needed(std::int64_t first, const Grain& grain) {
  return std::max<std::int64_t>(0, first - grain.reach - (grain.is_sharp ? 1 : 0));
}

std::int64_t Descreen::last_needed(std::int64_t last, const Grain& grain) {
  return last + grain.reach + (grain.is_sharp ? 1 : 0);
}

Descreen::Descreen(std::int64_t columns, std::int64_t rows, const Grain& grain, std::int64_t first)
    : columns_(columns),
      rows_(rows),
      grain_(grain),
      tones_(tone_rows(grain), static_cast<std::size_t>(columns)),
      soft_tones_(window_rows(grain), static_cast<std::size_t>(columns)),
      sums_(static_cast<std::size_t>(columns + 2 * grain.reach)),
      squares_(sums_.size()),
      scratch_(sums_.size()),
      window_sums_(static_cast<std::size_t>(columns)),
      window_squares_(window_sums_.size()),
      averaged_(window_sums_.size()),
      first_entered_(std::max<std::int64_t>(0, first - grain.reach)),
      rows_added_(first_needed(first, grain)),
      rows_entered_(first_entered_),
      rows_done_(first) {}

std::int64_t Descreen::memory_bytes(std::int64_t columns, const Grain& grain) {
  const std::int64_t rows_of_tones = tone_rows(grain) + window_rows(grain) + 1;
  return columns * rows_of_tones * static_cast<std::int64_t>(sizeof(std::uint16_t)) +
         (5 * columns + 6 * grain.reach) * static_cast<std::int64_t>(sizeof(double));
}

void Descreen::add(std::span<const std::uint16_t> tones) {
  std::copy(tones.begin(), tones.end(), tones_[rows_added_].begin());
  ++rows_added_;
}

std::span<const std::uint16_t> Descreen::next() {
  const std::int64_t top = std::max<std::int64_t>(0, rows_done_ - grain_.reach);
  const std::int64_t bottom = std::min(rows_, rows_done_ + grain_.reach + 1);
  if (rows_done_ == rows_ || rows_added_ < std::min(rows_, last_needed(rows_done_, grain_) + 1)) return {};
  if (grain_.reach == 0) return tones_[rows_done_++];
  if (top > first_entered_) add_to_window(top - 1, -1);
  for (; rows_entered_ < bottom; ++rows_entered_) enter(rows_entered_);
  average(bottom - top);
  ++rows_done_;
  return averaged_;
}

// Applies weights 1 2 1 in both directions. At its edges, the picture is continued with its border pixels.
void Descreen::soften(std::int64_t row) {
  const std::span above = tones_[std::max<std::int64_t>(0, row - 1)];
  const std::span here = tones_[row];
  const std::span below = tones_[std::min(rows_ - 1, row + 1)];
  const std::span soft = soft_tones_[row];
  const auto down = [&](std::size_t x) { return above[x] + 2u * here[x] + below[x]; };
  const std::size_t last = soft.size() - 1;
  unsigned left = down(0);
  unsigned middle = left;
  for (std::size_t x = 0; x <= last; ++x) {
    const unsigned right = down(std::min(last, x + 1));
    soft[x] = static_cast<std::uint16_t>((left + 2 * middle + right + 8) / 16);
    left = middle;
    middle = right;
  }
}

// Adds a row to the window.
void Descreen::enter(std::int64_t row) {
  if (grain_.is_sharp) {
    soften(row);
  } else {
    std::copy(tones_[row].begin(), tones_[row].end(), soft_tones_[row].begin());
  }
  add_to_window(row, 1);
}

void Descreen::add_to_window(std::int64_t row, double times) {
  add_tones(soft_tones_[row], times, sums_.data() + grain_.reach, squares_.data() + grain_.reach);
}

void Descreen::average(std::int64_t window_rows) {
  const auto width = static_cast<std::size_t>(2 * grain_.reach + 1);
  sum_neighbours(sums_.data(), window_sums_.size(), width, scratch_.data(), window_sums_.data());
  sum_neighbours(squares_.data(), window_squares_.size(), width, scratch_.data(), window_squares_.data());
  const std::int64_t whole = std::min(columns_, grain_.reach);  // from here on, windows begin in the picture
  const std::int64_t cut = std::max(whole, columns_ - grain_.reach);
  for (std::int64_t x = 0; x < whole; ++x) keep_edges_of(x, x + 1, window_rows);
  if (cut > whole) keep_edges_of(whole, cut, window_rows);
  for (std::int64_t x = cut; x < columns_; ++x) keep_edges_of(x, x + 1, window_rows);
}

// Filters pixels whose windows are as wide as that of the first.
void Descreen::keep_edges_of(std::int64_t first, std::int64_t end, std::int64_t window_rows) {
  constexpr double solid = 65535.0 * 65535;
  const std::int64_t left = std::max<std::int64_t>(0, first - grain_.reach);
  const std::int64_t right = std::min(columns_, first + grain_.reach + 1);
  keep_edges({.sums = &window_sums_[first],
              .squares = &window_squares_[first],
              .tones = &soft_tones_[rows_done_][first],
              .share = 1.0 / static_cast<double>(window_rows * (right - left)),
              .grain = grain_.variance * solid},
             static_cast<std::size_t>(end - first), &averaged_[first]);
}

}  // namespace platerip::rip
