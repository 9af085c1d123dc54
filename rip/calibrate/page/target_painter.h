// Paints the rows of a target.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/lettering/lines.h"
#include "rip/calibrate/page/target_layout.h"

namespace platerip::rip {

/// The sample of labels, which are solid.
inline constexpr std::uint8_t label_sample = 255;

/// Paints rows from top to bottom. Labels are in black, or in all inks if none is black. Rows without text are the same
/// over the height of a patch, and are painted once.
class TargetPainter {
 public:
  /// The layout must outlive the painter.
  explicit TargetPainter(const TargetLayout& layout);

  [[nodiscard]] std::int64_t width() const { return width_; }
  [[nodiscard]] std::int64_t height() const { return height_; }

  /// The samples of row `y`, which must not be before the last one: WedgePatch::sample, label_sample, or 0 for paper,
  /// pixel by pixel for all inks. They are valid until the next call.
  const std::uint8_t* paint(std::int64_t y);

 private:
  [[nodiscard]] std::int64_t pixels(double mm) const;
  void fill(std::int64_t left, std::int64_t right, std::size_t ink, int sample);
  void fill_label(std::int64_t left, std::int64_t right);
  void changes_at(std::int64_t y, std::int64_t edge);
  void paint(const WedgePatch& patch, std::int64_t y);
  void paint_labels(std::int64_t y);

  const TargetLayout& layout_;
  double scale_;
  std::size_t inks_;
  std::int64_t width_ = 0;
  std::int64_t height_ = 0;
  std::vector<std::uint8_t> row_;
  std::vector<std::size_t> label_inks_;
  std::vector<lettering::Segment> strokes_;
  std::int64_t unchanged_until_ = 0;
};

}  // namespace platerip::rip
