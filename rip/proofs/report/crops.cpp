#include "rip/proofs/report/crops.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// The lightness that a window of each kind should have, from black to paper.
struct Aim {
  CropKind kind;
  double lightness;
};
constexpr Aim aims[] = {{CropKind::highlight, 0.88}, {CropKind::midtone, 0.5}, {CropKind::shadow, 0.12}};
constexpr double farthest = 0.2;  // from the aim
constexpr double paper = 0.995;

// Unpacks the levels of one row of a crop's plate.
void unpack(const std::byte* row, int bits, std::int64_t left, std::int64_t width, std::uint8_t* levels) {
  for (std::int64_t bit = left * bits; bit < (left + width) * bits; bit += bits) {
    const auto byte = std::to_integer<unsigned>(row[bit >> 3]);
    *levels++ = static_cast<std::uint8_t>(byte >> (8 - bits - (bit & 7)) & ((1u << bits) - 1));
  }
}

}  // namespace

BoxesSeen::BoxesSeen(std::span<const std::uint8_t> rgb, std::span<const std::uint16_t> totals)
    : lightness(totals.size()) {
  for (std::size_t box = 0; box < totals.size(); ++box)
    lightness[box] = 0.3 * rgb[3 * box] + 0.6 * rgb[3 * box + 1] + 0.1 * rgb[3 * box + 2];
  for (double& light : lightness) light /= 255;
  most = std::ranges::max_element(totals) - totals.begin();
  most_total = totals[static_cast<std::size_t>(most)];
}

Crops::Crops(const Grid& grid, std::size_t plates, int levels,
             std::span<const std::pair<std::int64_t, std::int64_t>> centres)
    : grid_(grid),
      plates_(plates),
      bits_(halftone::plate_bits(levels)),
      row_bytes_(static_cast<std::size_t>(halftone::plate_row_bytes(grid.width, levels))),
      step_(std::max<std::int64_t>(1, side / grid.box)),
      added_(plates),
      windows_(static_cast<std::size_t>((grid.columns() + step_ - 1) / step_)),
      kept_(large_memory(plates * rows_kept() * row_bytes_)) {
  for (const auto& [x, y] : centres) {
    Crop crop{CropKind::chosen, std::clamp<std::int64_t>(x - crop_width() / 2, 0, grid.width - crop_width()),
              std::clamp<std::int64_t>(y - crop_height() / 2, 0, grid.height - crop_height()), crop_width(),
              crop_height()};
    crop.levels.resize(plates * static_cast<std::size_t>(crop.width * crop.height));
    chosen_.push_back(std::move(crop));
  }
}

std::int64_t Crops::memory_bytes(const Grid& grid, std::size_t plates, int levels, std::size_t chosen) {
  const auto pictures = static_cast<std::int64_t>(std::size(aims) + 1 + chosen) * side * side;
  return static_cast<std::int64_t>(plates) *
             ((side + rows_ahead) * halftone::plate_row_bytes(grid.width, levels) + pictures) +
         grid.columns() * static_cast<std::int64_t>(sizeof(Window));
}

void Crops::add(std::size_t index, const halftone::Plate& plate, std::int64_t first, std::int64_t rows) {
  added_[index] = {plate, first, rows};
  for (Crop& crop : chosen_) {
    const std::int64_t end = std::min(first + rows, crop.top + crop.height);
    for (std::int64_t row = std::max(first, crop.top); row < end; ++row) {
      const std::size_t line = index * crop.height + (row - crop.top);
      unpack(pixels_of(index, row), bits_, crop.left, crop.width, crop.levels.data() + line * crop.width);
    }
  }
}

// The next window ends with the next row of boxes.
void Crops::leave(std::size_t index, std::int64_t row) {
  const auto& [plate, first, count] = added_[index];
  for (std::int64_t y = std::max(first, bottom_of(row + 1) - crop_height()); y < first + count; ++y)
    std::memcpy(kept_row(index, y), pixels_of(index, y), row_bytes_);
}

const std::byte* Crops::pixels_of(std::size_t plate, std::int64_t row) const {
  const PlateRows& added = added_[plate];
  if (row < added.first) return kept_row(plate, row);
  return added.plate.pixels + (row - added.first) * added.plate.stride;
}

// Rows of boxes are judged as soon as they fill a window. The last window of a page may overlap the one above.
void Crops::add_boxes(std::int64_t row, const BoxesSeen& seen) {
  const bool is_last = row + 1 == grid_.rows();
  judge_most_ink(row, seen);
  add_to_windows(seen.lightness);
  if (rows_seen_ < step_ && !is_last) return;
  if (bottom_of(row) < crop_height()) return;  // only at the page's top, if a window's boxes are lower than a crop
  for (std::int64_t column = 0; column < grid_.columns(); column += step_)
    judge_window(column, windows_[static_cast<std::size_t>(column / step_)]);
  std::ranges::fill(windows_, Window());
  rows_seen_ = 0;
  for (const Aim& aim : aims) {
    if (const auto centre = std::exchange(best(aim.kind).better, {})) keep(aim.kind, *centre, bottom_of(row));
  }
}

// One box of each window after the other, because additions to one sum wait for each other.
void Crops::add_to_windows(std::span<const double> lightness) {
  const auto step = static_cast<std::size_t>(step_);
  for (std::size_t column = 0; column < std::min(step, lightness.size()); ++column) {
    for (std::size_t box = column, window = 0; box < lightness.size(); box += step, ++window) {
      windows_[window].sum += lightness[box];
      windows_[window].squares += lightness[box] * lightness[box];
    }
  }
  ++rows_seen_;
}

void Crops::judge_window(std::int64_t column, const Window& window) {
  const std::int64_t right = std::min(grid_.columns(), column + step_);
  const auto boxes = static_cast<double>(rows_seen_ * (right - column));
  const double mean = window.sum / boxes;
  const double spread = std::sqrt(std::max(0.0, window.squares / boxes - mean * mean));
  if (mean > paper) return;
  for (const Aim& aim : aims) {
    const double off = std::abs(mean - aim.lightness);
    const double score = 1 - off - spread / 2;
    Best& so_far = best(aim.kind);
    if (off > farthest || score <= so_far.score) continue;
    so_far.score = score;
    so_far.better = (column + right) * grid_.box / 2;
  }
}

// Keeps the crop when the place of the most ink is in its middle, as far as rows of boxes allow.
void Crops::judge_most_ink(std::int64_t row, const BoxesSeen& seen) {
  Best& so_far = best(CropKind::most_ink);
  if (seen.most_total > so_far.score) {
    so_far.score = seen.most_total;
    most_ink_ = {seen.most * grid_.box + grid_.box / 2, row * grid_.box + grid_.box / 2};
  }
  const std::int64_t bottom = bottom_of(row);
  if (!most_ink_ || bottom < crop_height()) return;
  if (bottom < grid_.height && bottom + grid_.box <= most_ink_->second + crop_height() / 2) return;
  keep(CropKind::most_ink, most_ink_->first, bottom);
  most_ink_.reset();
}

void Crops::keep(CropKind kind, std::int64_t centre, std::int64_t bottom) {
  Best& kept = best(kind);
  Crop crop{kind, std::clamp<std::int64_t>(centre - crop_width() / 2, 0, grid_.width - crop_width()),
            bottom - crop_height(), crop_width(), crop_height()};
  const auto bytes = static_cast<std::size_t>(row_bytes(crop));
  kept.rows.resize(plates_ * static_cast<std::size_t>(crop.height) * bytes);
  std::byte* out = kept.rows.data();
  for (std::size_t plate = 0; plate < plates_; ++plate) {
    for (std::int64_t row = crop.top; row < crop.top + crop.height; ++row, out += bytes)
      std::memcpy(out, pixels_of(plate, row) + first_byte(crop), bytes);
  }
  kept.crop = std::move(crop);
}

Crop Crops::with_levels(const Best& best) const {
  Crop crop = *best.crop;
  const std::size_t lines = plates_ * static_cast<std::size_t>(crop.height);
  const std::int64_t left = crop.left - first_byte(crop) * 8 / bits_;
  crop.levels.resize(lines * static_cast<std::size_t>(crop.width));
  parallel_ranges(lines, crop.levels.size(), [&](std::size_t first, std::size_t end) {
    for (std::size_t line = first; line < end; ++line)
      unpack(&best.rows[line * row_bytes(crop)], bits_, left, crop.width, &crop.levels[line * crop.width]);
  });
  return crop;
}

std::vector<Crop> Crops::all() const {
  std::vector<Crop> crops;
  for (const Best& best : best_) {
    const bool is_shown =
        best.crop && std::ranges::none_of(crops, [&](const Crop& other) {
          return other.left == best.crop->left && other.top == best.crop->top && best.crop->kind != CropKind::most_ink;
        });
    if (is_shown) crops.push_back(with_levels(best));
  }
  crops.insert(crops.end(), chosen_.begin(), chosen_.end());
  return crops;
}

}  // namespace platerip::rip
