// A picture of plates in colour, drawn on other threads while later plates are made.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/ordered_tasks.h"
#include "halftone/halftone.h"
#include "rip/proofs/report/ink_colors.h"
#include "rip/proofs/report/tone_picture.h"

namespace platerip::rip {

/// Rows of a picture.
struct DrawnRows {
  std::vector<std::uint16_t> tones;    ///< [row][plate][column], 0 for paper to 65535 for solid
  std::vector<std::uint8_t> rgb = {};  ///< 3 bytes of sRGB for each pixel
};

/// Draws a TonePicture. One thread at a time.
class DrawnPicture {
 public:
  /// Receives the picture's rows from top to bottom, some at a time. Any thread may call it, one at a time.
  using Take = std::function<void(const DrawnRows& rows)>;

  /// `colors` outlive this.
  DrawnPicture(const PicturedPlates& page, std::int64_t longest, const InkColors& colors, Take take);

  /// The most memory that this takes, in bytes. `press_channels`: 0 if there is no press profile.
  static std::int64_t memory_bytes(const PicturedPlates& page, std::int64_t longest, int press_channels);

  [[nodiscard]] const SheetGrid& grid() const { return tones_.grid(); }

  /// Adds the next `rows` rows of all plates. To be called within a step of the strip loop.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows);

  /// Waits until all rows are drawn. Precondition: all rows were added.
  void finish() { tasks_.wait(); }

 private:
  void draw(ToneBand band);
  [[nodiscard]] DrawnRows rows_of(const ToneBand& band) const;

  const InkColors& colors_;
  TonePicture tones_;
  Take take_;
  OrderedTasks tasks_;  // declared last, because they use the others
  RunInOrder in_order_;
};

}  // namespace platerip::rip
