// Discs of pixels, the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

namespace platerip::separation {

/// A disc's radius across and down, in 1/256 pixels: 0 to 65535. The two differ where a page's resolutions do.
struct DiscRadius {
  std::int64_t x = 0;
  std::int64_t y = 0;

  friend bool operator==(const DiscRadius&, const DiscRadius&) = default;
};

/// The pixels around a pixel that lie in an ellipse with the given radii: all offsets (dx, dy), in pixels, with
/// |256·dx| ≤ x, |256·dy| ≤ y and (256·dx·y)² + (256·dy·x)² ≤ (x·y)². Offset (0, 0) is always one of them.
class Disc {
 public:
  /// Throws std::bad_alloc.
  explicit Disc(const DiscRadius& radius) {
    const auto x = static_cast<std::uint64_t>(radius.x), y = static_cast<std::uint64_t>(radius.y);
    const std::uint64_t most = x * x * y * y;  // both terms are at most as much, so none overflows
    std::uint64_t dx = x / 256;
    for (std::uint64_t dy = 0; dy <= y / 256; ++dy) {
      const std::uint64_t left = most - (256 * dy) * (256 * dy) * x * x;
      while ((256 * dx) * (256 * dx) * y * y > left) --dx;
      half_widths_.push_back(static_cast<std::int64_t>(dx));
    }
  }

  /// The rows above its centre, and below.
  [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(half_widths_.size()) - 1; }
  /// The columns to the left of its centre, and to the right.
  [[nodiscard]] std::int64_t columns() const { return half_widths_[0]; }
  /// The greatest dx in row dy, 0 to rows(). It does not grow with dy.
  [[nodiscard]] std::int64_t half_width(std::int64_t dy) const { return half_widths_[static_cast<std::size_t>(dy)]; }

 private:
  std::vector<std::int64_t> half_widths_;
};

}  // namespace platerip::separation
