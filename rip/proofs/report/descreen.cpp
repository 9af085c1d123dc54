#include "rip/proofs/report/descreen.h"

#include <algorithm>
#include <utility>

#include "rip/proofs/report/local_statistics.h"

namespace platerip::rip {
namespace {

// The period, in page pixels, after which dots nearly repeat: the side of Bayer's tile. It suits error filters too. It
// was tried on 144 flat areas of different colours. All keep the tone of their plates within 2 levels of 255, and no
// grain exceeds 5 levels (RMS).
constexpr std::int64_t texture = 8;

std::int64_t window_rows(const Grain& grain) {
  return 2 * grain.reach + 1;
}

std::size_t columns_of_window(const Grain& grain) {
  return static_cast<std::size_t>(2 * grain.reach + 1);
}

// Rows of a sharp picture that are softened at a time: those of the window, and the one that leaves it.
std::int64_t softened_rows(const Grain& grain) {
  return grain.is_sharp ? window_rows(grain) + 1 : 0;
}

// The columns whose windows are summed beforehand.
std::size_t columns_to_sum(std::int64_t columns, const Grain& grain) {
  return columns_of_window(grain) > most_neighbours ? static_cast<std::size_t>(columns) : 0;
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
      first_needed_(first_needed(first, grain)),
      softened_(static_cast<std::size_t>(softened_rows(grain) * columns)),
      sums_(static_cast<std::size_t>(columns + 2 * grain.reach)),
      squares_(sums_.size()),
      scratch_(columns_to_sum(columns, grain) > 0 ? sums_.size() : 0),
      window_sums_(columns_to_sum(columns, grain)),
      window_squares_(columns_to_sum(columns, grain)),
      first_entered_(std::max<std::int64_t>(0, first - grain.reach)),
      rows_entered_(first_entered_),
      rows_done_(first) {}

std::int64_t Descreen::memory_bytes(std::int64_t columns, const Grain& grain) {
  return columns * softened_rows(grain) * static_cast<std::int64_t>(sizeof(std::uint16_t)) +
         (5 * columns + 6 * grain.reach) * static_cast<std::int64_t>(sizeof(double));
}

std::span<std::uint16_t> Descreen::softened(std::int64_t row) {
  return std::span(softened_).subspan(static_cast<std::size_t>(row % softened_rows(grain_) * columns_),
                                      static_cast<std::size_t>(columns_));
}

bool Descreen::next(std::span<std::uint16_t> out) {
  const std::int64_t top = std::max<std::int64_t>(0, rows_done_ - grain_.reach);
  const std::int64_t bottom = std::min(rows_, rows_done_ + grain_.reach + 1);
  const std::int64_t needed = std::min(rows_, last_needed(rows_done_, grain_) + 1);
  if (rows_done_ == rows_ || first_needed_ + std::ssize(tones_) < needed) return false;
  if (grain_.reach == 0) {
    std::ranges::copy(tones(rows_done_), out.begin());
  } else {
    move_window(top, bottom);
    average(bottom - top, out);
  }
  ++rows_done_;
  return true;
}

// Applies weights 1 2 1 in both directions. At its edges, the picture is continued with its border pixels.
void Descreen::soften(std::int64_t row) {
  const auto above = tones(std::max<std::int64_t>(0, row - 1));
  const auto here = tones(row);
  const auto below = tones(std::min(rows_ - 1, row + 1));
  const auto soft = softened(row);
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

// To the rows from `top` to before `bottom`.
void Descreen::move_window(std::int64_t top, std::int64_t bottom) {
  std::span<const std::uint16_t> leaving;
  if (top > first_entered_) leaving = soft_tones(top - 1);
  const auto move = [&](std::span<const std::uint16_t> entering) {
    rip::move_window(entering, std::exchange(leaving, {}), &sums_[grain_.reach], &squares_[grain_.reach]);
  };
  if (rows_entered_ == bottom) move({});
  for (; rows_entered_ < bottom; ++rows_entered_) {
    if (grain_.is_sharp) soften(rows_entered_);
    move(soft_tones(rows_entered_));
  }
}

// The columns of wide windows are summed beforehand, which goes through memory several times.
void Descreen::average(std::int64_t window_rows, std::span<std::uint16_t> out) {
  if (!window_sums_.empty()) {
    const std::size_t width = columns_of_window(grain_);
    sum_neighbours(sums_.data(), window_sums_.size(), width, scratch_.data(), window_sums_.data());
    sum_neighbours(squares_.data(), window_squares_.size(), width, scratch_.data(), window_squares_.data());
  }
  const std::int64_t whole = std::min(columns_, grain_.reach);  // from here on, windows begin in the picture
  const std::int64_t cut = std::max(whole, columns_ - grain_.reach);
  for (std::int64_t x = 0; x < whole; ++x) keep_edges_of(x, x + 1, window_rows, out);
  if (cut > whole) keep_edges_of(whole, cut, window_rows, out);
  for (std::int64_t x = cut; x < columns_; ++x) keep_edges_of(x, x + 1, window_rows, out);
}

// Filters pixels whose windows are as wide as that of the first.
void Descreen::keep_edges_of(std::int64_t first, std::int64_t end, std::int64_t window_rows,
                             std::span<std::uint16_t> out) {
  constexpr double solid = 65535.0 * 65535;
  const std::int64_t left = std::max<std::int64_t>(0, first - grain_.reach);
  const std::int64_t right = std::min(columns_, first + grain_.reach + 1);
  const bool are_summed = !window_sums_.empty();
  keep_edges({.sums = are_summed ? &window_sums_[first] : &sums_[first],
              .squares = are_summed ? &window_squares_[first] : &squares_[first],
              .neighbours = are_summed ? 1 : columns_of_window(grain_),
              .tones = &soft_tones(rows_done_)[first],
              .share = 1.0 / static_cast<double>(window_rows * (right - left)),
              .grain = grain_.variance * solid},
             static_cast<std::size_t>(end - first), &out[first]);
}

}  // namespace platerip::rip
