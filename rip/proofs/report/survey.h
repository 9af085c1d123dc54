// What a page's plates look like, gathered strip by strip for its report.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profiles/profile.h"
#include "rip/job/report_settings.h"
#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/crops.h"
#include "rip/proofs/report/drawn_picture.h"
#include "rip/proofs/report/flat_areas.h"
#include "rip/proofs/report/grid_of.h"
#include "rip/proofs/report/ink_colors.h"
#include "rip/proofs/report/level_rows.h"
#include "rip/proofs/report/tone_rows.h"
#include "rip/proofs/report/upright_place.h"
#include "rip/proofs/report/zone_levels.h"
#include "rip/resources/large_memory.h"
#include "rip/strips/strip.h"

namespace platerip::rip {

/// The greatest total ink of a box.
struct MostInk {
  double percent = 0;
  std::int64_t column = 0;  ///< of the box
  std::int64_t row = 0;
};

/// Averages tones and plates over the boxes of a grid, and keeps crops of the plates. Its memory is bounded, whatever
/// the height of the page. One thread at a time.
class Survey {
 public:
  /// `page` outlives this.
  Survey(const ProofedPage& page, const ReportSettings& settings);
  Survey(const Survey&) = delete;
  Survey& operator=(const Survey&) = delete;

  /// The most memory that a survey takes, in bytes, without tones of rows whose plates were not added.
  static std::int64_t memory_bytes(const ProofedPage& page, const ReportSettings& settings);

  /// The most memory that writing a survey's report takes besides, in bytes.
  static std::int64_t writing_bytes(const ProofedPage& page);

  /// The tones that add() needs.
  static ToneSettings wanted_tones(const ProofedPage& page);

  /// Adds the boxes of pixels that a survey sums.
  static void add_boxes(const ProofedPage& page, WantedSums& wanted);

  /// Adds a strip whose plates are made. To be called within a step of the strip loop, in order.
  void add(const StripInFlight& strip);

  /// Waits until the picture is drawn. To be called when all strips were added, before the rest.
  void finish() { picture_.finish(); }

  // Boxes are in rows, as the plates' rows lie.

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const LevelInk& ink_of(std::size_t plate) const { return page_.plan.level_inks[plate]; }
  [[nodiscard]] const InkColors& colors() const { return colors_; }
  /// The pixels of the pictures of the whole page.
  [[nodiscard]] const SheetGrid& picture_grid() const { return picture_.grid(); }
  /// The plates together: 3 bytes of sRGB for each pixel of the picture.
  [[nodiscard]] std::span<const std::uint8_t> rgb() const { return picture_.rgb(); }
  /// DrawnPicture::gray() of a plate.
  [[nodiscard]] std::span<const std::uint8_t> gray(std::size_t plate) const { return picture_.gray(plate); }
  /// Total ink before halftoning, in tenths of a percent.
  [[nodiscard]] std::span<const std::uint16_t> totals() const { return totals_; }
  /// The greatest of these.
  [[nodiscard]] std::uint16_t most_total() const { return most_total_; }
  [[nodiscard]] const MostInk& most_ink() const { return most_ink_; }
  /// Whether the plates are those that are printed, not parted by lighter inks.
  [[nodiscard]] bool counts_printed_plates() const { return !page_.plan.has_light_inks(); }
  /// The ink of all pixels of a plate.
  [[nodiscard]] std::uint64_t levels_of(std::size_t plate) const { return plates_[plate].sum; }
  /// The coverage of each ink zone of a plate in percent, from left to right on the upright page.
  [[nodiscard]] std::vector<double> zones(std::size_t plate) const;
  [[nodiscard]] const std::array<FlatTone, 101>& flat_tones(std::size_t plate) const;
  /// ToneRows::histogram() of a plate's ink.
  [[nodiscard]] const std::array<std::uint64_t, 256>& histogram(std::size_t plate) const;
  [[nodiscard]] std::vector<Crop> crops() const { return crops_.all(); }

 private:
  struct PlateData {
    std::vector<std::uint64_t> levels;  // of rows of boxes that are complete, until they are looked at
    std::uint64_t sum = 0;              // of those that were
    std::vector<LevelRows> sums;        // one
    std::vector<FlatAreas> flat;        // one
    std::optional<ZoneLevels> zones;
  };

  // What a row of boxes looks like.
  struct BoxLooks {
    MostInk most_ink = {};
    std::optional<BoxesSeen> seen;
  };

  void add_boxes(const StripInFlight& strip);
  void add_plates(const StripInFlight& strip, std::int64_t first, std::int64_t rows);
  void finish_boxes();
  [[nodiscard]] std::span<const std::uint64_t> levels(std::size_t plate, std::size_t row) const;
  void add_levels(std::size_t index, std::span<const ToneRow> tones);
  [[nodiscard]] BoxLooks looks_of(const ToneRow& tones, std::size_t row);

  const ProofedPage& page_;
  Grid grid_;
  InkColors colors_;
  std::vector<std::int64_t> zone_borders_;
  ToneSettings tone_settings_;
  ToneRows inks_;
  std::vector<PlateData> plates_;
  Crops crops_;
  std::int64_t row_ = 0;  // of boxes
  LargeMemory totals_memory_;
  std::span<std::uint16_t> totals_;
  std::uint16_t most_total_ = 0;
  MostInk most_ink_;
  DrawnPicture picture_;
  bool pictures_boxes_ = false;  // each pixel of the picture is a box
};

}  // namespace platerip::rip
