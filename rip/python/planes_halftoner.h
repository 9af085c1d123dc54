// Halftones ink planes that are in memory, by the options of a job.
//
// Functions may throw std::bad_alloc, and what threads throw; nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/job/job_words.h"
#include "rip/job/page_report.h"
#include "rip/makers/halftone_parts.h"

namespace platerip::python {

/// The ink planes of a page, of which a halftoner gets some or all.
struct InkPlanes {
  std::vector<std::string> inks;  ///< all inks of the page; the option "planes" chooses those to halftone
  std::int64_t width = 0;         ///< pixels
  int bits = 8;                   ///< of a sample
};

/// Halftones the planes of one page, strip by strip from the top. One thread at a time.
class PlanesHalftoner {
 public:
  /// Options that are not about the halftone have no effect. Errors: those of open_job(), plan_page() and
  /// halftone::check(); or a GPU is asked for.
  static Result<PlanesHalftoner> make(const rip::JobWords& words, const InkPlanes& planes);

  /// The inks to be halftoned, in the order of their planes.
  [[nodiscard]] const std::vector<std::string>& inks() const { return inks_; }
  [[nodiscard]] int levels() const { return settings_.levels; }
  [[nodiscard]] int bits() const { return settings_.bits; }
  [[nodiscard]] std::int64_t width() const { return settings_.width; }
  [[nodiscard]] std::string description() const { return parts_.description(); }
  /// What the user should know about the options.
  [[nodiscard]] const std::vector<rip::Remark>& warnings() const { return warnings_; }

  /// How many rows the plates of run() must have room for.
  [[nodiscard]] std::int64_t room(std::int64_t rows, bool last) const;

  /// See halftone::Halftoner::run(). All rows of the page are finished after the last strip.
  Result<std::int64_t> run(std::int64_t rows, std::span<const halftone::Plane> planes,
                           std::span<const halftone::Plate> plates, bool last);

  /// See halftone::Halftoner.
  [[nodiscard]] Result<halftone::Boundary> save() const;
  Status restore(const halftone::Boundary& boundary);

 private:
  PlanesHalftoner(halftone::Settings settings, rip::HalftoneParts parts)
      : settings_(std::move(settings)), parts_(std::move(parts)) {}

  halftone::Settings settings_;
  rip::HalftoneParts parts_;
  std::vector<std::string> inks_;
  std::vector<rip::Remark> warnings_;
  int threads_ = 0;
  std::int64_t held_ = 0;  // rows that were given and are not on the plates
};

}  // namespace platerip::python
