#include "halftone/screens/field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace platerip::halftone {
namespace {

constexpr double unit = 1 << 20;
constexpr std::uint32_t most_noise = 255;
constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t unknown = none - 1;
constexpr std::int32_t barred = 1 << 30;  // is added to the density of pixels that are no candidates

std::vector<int> wrapped(int size, int radius) {
  std::vector<int> places;
  for (int i = -radius; i < size + radius; ++i) places.push_back((i % size + size) % size);
  return places;
}

}  // namespace

Kernel gaussian(double sigma) {
  Kernel kernel{.radius = static_cast<int>(std::ceil(4 * sigma)), .weights = {}};
  for (int y = -kernel.radius; y <= kernel.radius; ++y) {
    for (int x = -kernel.radius; x <= kernel.radius; ++x)
      kernel.weights.push_back(
          static_cast<std::int32_t>(std::lround(unit * std::exp((x * x + y * y) / (-2 * sigma * sigma)))));
  }
  return kernel;
}

Kernel ring(Kernel wide, const Kernel& narrow) {
  const int margin = wide.radius - narrow.radius;
  const int wide_side = 2 * wide.radius + 1, narrow_side = 2 * narrow.radius + 1;
  std::int32_t* row = wide.weights.data() + std::ptrdiff_t{margin} * wide_side + margin;
  const std::int32_t* taken = narrow.weights.data();
  for (int y = 0; y < narrow_side; ++y, row += wide_side) {
    for (int x = 0; x < narrow_side; ++x) row[x] -= *taken++;
  }
  return wide;
}

Field::Field(int width, int height, Kernel kernel, std::uint32_t seed)
    : width_(width),
      height_(height),
      blocks_across_((width + block - 1) / block),
      kernel_(std::move(kernel)),
      columns_(wrapped(width, kernel_.radius)),
      rows_(wrapped(height, kernel_.radius)) {
  for (Place place = 0; place < size(); ++place)
    density_.push_back(barred +
                       static_cast<std::int32_t>(noise(static_cast<std::uint32_t>(place), seed) % (most_noise + 1)));
  const int blocks = blocks_across_ * ((height + block - 1) / block);
  least_.assign(static_cast<std::size_t>(blocks), none);
}

void Field::add(Place dot, int sign) {
  const int side = 2 * kernel_.radius + 1;
  const int* columns = columns_.data() + dot % width_;
  const int* rows = rows_.data() + dot / width_;
  const std::int32_t* weights = kernel_.weights.data();
  for (int i = 0; i < side; ++i, weights += side) {
    std::int32_t* row = density_.data() + std::ptrdiff_t{rows[i]} * width_;
    if (columns[side - 1] - columns[0] == side - 1) {
      for (int k = 0; k < side; ++k) row[columns[0] + k] += sign * weights[k];
      for (int k = 0; k < side; k += block) forget(block_of(columns[k], rows[i]));
      forget(block_of(columns[side - 1], rows[i]));
    } else {
      for (int k = 0; k < side; ++k) {
        row[columns[k]] += sign * weights[k];
        forget(block_of(columns[k], rows[i]));
      }
    }
  }
}

// Marks that the least density of a block must be found again.
void Field::forget(std::size_t block_index) {
  if (least_[block_index] == unknown) return;
  least_[block_index] = unknown;
  forgotten_.push_back(block_index);
}

void Field::set_candidate(Place place, bool is_candidate) {
  std::int32_t& density = density_[static_cast<std::size_t>(place)];
  const bool was_candidate = density < barred / 2;
  if (is_candidate != was_candidate) density += is_candidate ? -barred : barred;
  forget(block_of(place % width_, place / width_));
}

// Calls use(row, count) with each row of a block.
template <typename Use>
void Field::for_each_row(std::size_t block_index, Use use) const {
  const int index = static_cast<int>(block_index);
  const int left = index % blocks_across_ * block, top = index / blocks_across_ * block;
  const int count = std::min(block, width_ - left);
  for (int y = top; y < std::min(top + block, height_); ++y) use(density_.data() + y * width_ + left, count);
}

std::int32_t Field::least_in(std::size_t block_index) const {
  std::int32_t least = none;
  for_each_row(block_index, [&](const std::int32_t* row, int count) {
    for (int x = 0; x < count; ++x) least = std::min(least, row[x]);
  });
  return least;
}

Place Field::least_dense() {
  for (const std::size_t i : forgotten_) least_[i] = least_in(i);
  forgotten_.clear();
  std::int32_t least = none;
  for (const std::int32_t each : least_) least = std::min(least, each);  // which GCC turns into vectors
  if (least >= barred / 2) return -1;
  const auto found = std::ranges::find(least_, least);
  Place place = -1;
  for_each_row(static_cast<std::size_t>(found - least_.begin()), [&](const std::int32_t* row, int count) {
    const std::int32_t* const at = std::find(row, row + count, least);
    if (place < 0 && at < row + count) place = static_cast<Place>(at - density_.data());
  });
  return place;
}

}  // namespace platerip::halftone
