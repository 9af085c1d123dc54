// Makes the planes of a page's strips on this machine's cores, whoever halftones them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/makers/maker.h"
#include "rip/makers/staged_separator.h"

namespace platerip::rip {

/// Several threads may use it at once for different strips.
class PlanesOnCores {
 public:
  /// `counts_ink`: whether make_planes() does. Errors: those of the backend of settings.cores.
  static Result<PlanesOnCores> make(const MakerSettings& settings, bool counts_ink);

  /// Whether all rows of a strip can be made at once. Plane stages look at rows around; tones and taps want them in
  /// order.
  static bool rows_are_independent(const MakerSettings& settings) {
    return settings.stages.of_planes.empty() && !settings.shape.tones && settings.tap == nullptr;
  }

  /// From now on, so many threads share a strip: more than 1 only if rows_are_independent(). Not while strips are made.
  void share_strips(int threads_per_strip) { threads_per_strip_ = threads_per_strip; }

  /// The bytes that a strip of `rows` rows needs as its workspace.
  [[nodiscard]] std::size_t workspace_bytes(std::int64_t rows) const;

  /// Makes the strip's planes from its pixels, and their tones. Errors: the backend fails.
  Status make_planes(StripInFlight& strip) const;

  [[nodiscard]] std::string description() const { return separator_.description(); }

 private:
  PlanesOnCores(const MakerSettings& settings, StagedSeparator separator, bool counts_ink)
      : separator_(std::move(separator)),
        bits_(settings.halftone.bits),
        width_(settings.halftone.width),
        rows_(settings.rows),
        counts_ink_(counts_ink),
        tones_(settings.shape.tones),
        tap_(settings.tap) {}

  [[nodiscard]] std::size_t part_bytes(std::int64_t rows) const;
  Status make_rows(StripInFlight& strip, std::int64_t first, std::int64_t end) const;
  void count_ink(StripInFlight& strip, std::int64_t first, std::int64_t rows) const;
  void make_tones(const StripInFlight& strip, std::int64_t first, std::int64_t rows) const;

  StagedSeparator separator_;
  int bits_;
  std::int64_t width_;
  RowsToMake rows_;
  bool counts_ink_;
  int threads_per_strip_ = 1;
  std::optional<ToneSettings> tones_;
  PlaneTap* tap_;
};

}  // namespace platerip::rip
