#include "rip/proofs/descreen.h"

#include <algorithm>

namespace platerip::rip {
namespace {

// The period, in page pixels, after which dots nearly repeat: the side of Bayer's tile. It suits error filters too. It
// was tried on 144 flat areas of different colours. All keep the tone of their plates within 2 levels of 255, and no
// grain exceeds 5 levels (RMS). A clustered-dot screen would need the size of its cell.
constexpr std::int64_t texture = 8;

// The number of boxes on each side of a window's centre: half a period, or 0 if one box spans a period.
std::int64_t reach_of(std::int64_t box) {
  return box < texture ? (texture / 2 + box - 1) / box : 0;
}

// A single pixel has no tone, so it is first averaged with its neighbours.
bool is_soft(std::int64_t box) {
  return box == 1;
}

// The greatest variance that dots of two levels, 0 and 1, give to a flat area. Measured on the areas above; Jarvis'
// filter has the greatest.
double grain_of(std::int64_t box) {
  return is_soft(box) ? 0.008 : 0.14 / static_cast<double>(box * box);
}

std::int64_t tone_rows(std::int64_t box) {
  return reach_of(box) + 2;
}

std::int64_t window_rows(std::int64_t box) {
  return 2 * reach_of(box) + 1;
}

}  // namespace

Descreen::Descreen(std::size_t plates, std::int64_t columns, std::int64_t rows, std::int64_t box, int levels)
    : columns_(columns),
      rows_(rows),
      reach_(reach_of(box)),
      soft_(is_soft(box)),
      grain_(grain_of(box) * 65535 * 65535 / ((levels - 1) * (levels - 1))),
      tones_(tone_rows(box), plates * static_cast<std::size_t>(columns)),
      soft_tones_(window_rows(box), plates * static_cast<std::size_t>(columns)),
      sums_(plates * static_cast<std::size_t>(columns)),
      squares_(sums_.size()),
      averaged_(sums_.size()) {}

std::int64_t Descreen::memory_bytes(std::size_t plates, std::int64_t columns, std::int64_t box) {
  const std::int64_t rows_of_tones = tone_rows(box) + window_rows(box) + 1;
  const auto sample_bytes = rows_of_tones * static_cast<std::int64_t>(sizeof(std::uint16_t)) +
                            static_cast<std::int64_t>(sizeof(std::uint32_t) + sizeof(std::uint64_t));
  return static_cast<std::int64_t>(plates) * columns * sample_bytes;
}

void Descreen::add(std::span<const std::uint16_t> tones) {
  std::copy(tones.begin(), tones.end(), tones_[rows_added_].begin());
  ++rows_added_;
}

std::span<const std::uint16_t> Descreen::next() {
  const std::int64_t top = std::max<std::int64_t>(0, rows_done_ - reach_);
  const std::int64_t bottom = std::min(rows_, rows_done_ + reach_ + 1);
  if (rows_done_ == rows_ || rows_added_ < std::min(rows_, bottom + (soft_ ? 1 : 0))) return {};
  if (reach_ == 0) return tones_[rows_done_++];
  if (top > 0) leave(top - 1);
  for (; rows_entered_ < bottom; ++rows_entered_) enter(rows_entered_);
  for (std::size_t first = 0; first < sums_.size(); first += static_cast<std::size_t>(columns_)) {
    average(first, bottom - top);
  }
  ++rows_done_;
  return averaged_;
}

// Applies weights 1 2 1 in both directions. At its edges, the picture is continued with its border pixels.
void Descreen::soften(std::int64_t row) {
  const std::span above = tones_[std::max<std::int64_t>(0, row - 1)];
  const std::span here = tones_[row];
  const std::span below = tones_[std::min(rows_ - 1, row + 1)];
  const std::span soft = soft_tones_[row];
  for (std::size_t first = 0; first < soft.size(); first += static_cast<std::size_t>(columns_)) {
    const auto down = [&](std::size_t x) { return above[x] + 2u * here[x] + below[x]; };
    const std::size_t last = first + static_cast<std::size_t>(columns_) - 1;
    unsigned left = down(first);
    unsigned middle = left;
    for (std::size_t x = first; x <= last; ++x) {
      const unsigned right = down(std::min(last, x + 1));
      soft[x] = static_cast<std::uint16_t>((left + 2 * middle + right + 8) / 16);
      left = middle;
      middle = right;
    }
  }
}

// Adds a row to the window.
void Descreen::enter(std::int64_t row) {
  if (soft_) {
    soften(row);
  } else {
    std::copy(tones_[row].begin(), tones_[row].end(), soft_tones_[row].begin());
  }
  const std::span tones = soft_tones_[row];
  for (std::size_t x = 0; x < tones.size(); ++x) {
    sums_[x] += tones[x];
    squares_[x] += std::uint64_t{tones[x]} * tones[x];
  }
}

void Descreen::leave(std::int64_t row) {
  const std::span tones = soft_tones_[row];
  for (std::size_t x = 0; x < tones.size(); ++x) {
    sums_[x] -= tones[x];
    squares_[x] -= std::uint64_t{tones[x]} * tones[x];
  }
}

// Filters the row of the plate that begins at index `first`.
void Descreen::average(std::size_t first, std::int64_t window_rows) {
  const std::uint16_t* tones = soft_tones_[rows_done_].data() + first;
  const std::uint32_t* sums = sums_.data() + first;
  const std::uint64_t* squares = squares_.data() + first;
  std::uint64_t sum = 0;
  std::uint64_t square = 0;
  std::int64_t right = 0;
  for (std::int64_t x = 0; x < columns_; ++x) {
    const std::int64_t left = std::max<std::int64_t>(0, x - reach_);
    if (left > 0) {
      sum -= sums[left - 1];
      square -= squares[left - 1];
    }
    for (; right < std::min(columns_, x + reach_ + 1); ++right) {
      sum += sums[right];
      square += squares[right];
    }
    const double share = 1.0 / static_cast<double>(window_rows * (right - left));
    const double mean = static_cast<double>(sum) * share;
    const double variance = static_cast<double>(square) * share - mean * mean;
    const double edge = variance > grain_ ? 1 - grain_ / variance : 0;
    averaged_[first + static_cast<std::size_t>(x)] = static_cast<std::uint16_t>(mean + edge * (tones[x] - mean) + 0.5);
  }
}

}  // namespace platerip::rip
