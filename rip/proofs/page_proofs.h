// What people and presses get besides the plates of a page: a preview, a report and an ink preview.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/page_report.h"
#include "rip/plates/output_file.h"
#include "rip/proofs/preview.h"
#include "rip/proofs/proofed_page.h"
#include "rip/report/ink_preview.h"
#include "rip/report/survey.h"
#include "rip/strips/strip.h"

namespace platerip::rip {

/// The files that the job's proofs become; empty if it has none.
std::vector<std::string> proof_files(const Job& job);

/// Numbers these files: FILE-1.png, … for the page at `place` (from 0) of `pages`. If there is a single page, it leaves
/// them as they are. `pages` is 0 if their number is not known.
void number_proofs(Job& job, std::size_t place, std::size_t pages);

/// The most memory that the proofs take, in bytes.
std::int64_t proof_bytes(const ProofedPage& page);

/// The proofs of one page. One thread at a time.
class PageProofs {
 public:
  /// Begins the job's proofs, and adds their files to `files`. Errors: a file cannot be made; the press profile cannot
  /// show inks; or the page has no resolution for an ink preview.
  Status open(const ProofedPage& page, std::vector<OutputFile>& files);

  /// Sees rows of a strip's planes as EngineSettings::see does. Thread-safe.
  void see(const StripInFlight& strip, std::int64_t first, std::int64_t rows) {
    if (survey_) survey_->see(strip, first, rows);
  }

  /// Adds a strip that has its plates. To be called within a stage of the strip loop, in order.
  void add(const StripInFlight& strip);

  /// Writes the files, which are those that open() added, in the same order. Precondition: all strips were added.
  /// `report`: of the finished page. Errors: the disk is full.
  Status write(const ProofedPage& page, const PageReport& report, std::span<const OutputFile> files) const;

  /// How many files open() added.
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  Status open_ink_preview(const ProofedPage& page);
  Status open_file(const std::string& path, std::vector<OutputFile>& files);

  std::optional<Preview> preview_;
  std::optional<Survey> survey_;
  std::optional<InkPreview> ink_preview_;
  std::size_t count_ = 0;
};

}  // namespace platerip::rip
