// A picture of plates in colour, drawn on other threads while later plates are made.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ordered_tasks.h"
#include "halftone/halftone.h"
#include "rip/proofs/png_file.h"
#include "rip/proofs/report/ink_colors.h"
#include "rip/proofs/report/tone_picture.h"
#include "rip/resources/large_memory.h"

namespace platerip::rip {

/// A TonePicture, and its colours. One thread at a time.
class DrawnPicture {
 public:
  /// What is kept.
  enum class Kept { nothing, colors, colors_and_plates };

  /// `colors` outlive this.
  DrawnPicture(const PicturedPlates& page, std::int64_t longest, const InkColors& colors, Kept kept);
  /// Keeps nothing, but compresses and writes rows while later ones are drawn. `file` outlives this, too.
  DrawnPicture(const PicturedPlates& page, std::int64_t longest, const InkColors& colors, PngFile& file)
      : DrawnPicture(page, longest, colors, Kept::nothing) {
    file_ = &file;
  }

  /// The most memory that this takes, in bytes. `press_channels`: 0 if there is no press profile.
  static std::int64_t memory_bytes(const PicturedPlates& page, std::int64_t longest, int press_channels, Kept kept);

  [[nodiscard]] const SheetGrid& grid() const { return tones_.grid(); }

  /// Adds the next `rows` rows of all plates. To be called within a step of the strip loop. `sums`: as for TonePicture.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums = nullptr);

  /// TonePicture::are_boxes() and TonePicture::add_boxes(). When the same rows were added to all plates, draw() draws
  /// them.
  [[nodiscard]] bool are_boxes(std::span<const std::int64_t> columns, std::span<const std::int64_t> rows) const {
    return tones_.are_boxes(columns, rows);
  }
  void add_boxes(std::size_t plate, std::size_t first, std::span<const std::uint64_t> sums) {
    tones_.add_boxes(plate, first, sums);
  }
  void draw();

  /// Waits until all rows are drawn. To be called when all rows were added, before the rest.
  void finish() { tasks_.wait(); }

  /// 3 bytes of sRGB for each pixel. Precondition: they are kept.
  [[nodiscard]] std::span<const std::uint8_t> rgb() const { return rgb_; }
  /// A plate in gray, 255 for paper to 0 for solid, in steps that an eye does not see: they make files smaller.
  /// Precondition: plates are kept.
  [[nodiscard]] std::span<const std::uint8_t> gray(std::size_t plate) const {
    return grays_.subspan(plate * pixels(), pixels());
  }

 private:
  using Band = std::shared_ptr<const ToneBand>;

  [[nodiscard]] std::size_t pixels() const { return static_cast<std::size_t>(grid().columns * grid().rows); }
  [[nodiscard]] std::size_t band_pixels() const {
    return static_cast<std::size_t>(grid().columns * tones_.band_rows());
  }
  [[nodiscard]] std::size_t band_tones() const { return plates_ * band_pixels(); }
  [[nodiscard]] std::size_t band_rgb() const { return kept_ == Kept::nothing ? 3 * band_pixels() : 0; }
  void keep(const Band& band);
  void write(const Band& band);
  void draw_band(const ToneBand& band, std::span<std::byte> memory, std::span<std::uint8_t> rgb) const;

  const InkColors& colors_;
  TonePicture tones_;
  std::size_t plates_;
  Kept kept_;
  LargeMemory kept_rows_;
  std::span<std::uint8_t> rgb_;
  std::span<std::uint8_t> grays_;  // [plate][row][column]
  PngFile* file_ = nullptr;
  OrderedTasks tasks_;  // declared after what they use
  RunInOrder in_order_;
};

}  // namespace platerip::rip
