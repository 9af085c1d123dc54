// Proofs: what a page can have besides its plates. A preview and a report are for people, an ink preview is for
// presses.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/page_report.h"
#include "rip/plates/output_file.h"
#include "rip/proofs/preview.h"
#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/ink_preview.h"
#include "rip/proofs/report/survey.h"
#include "rip/strips/strip.h"

namespace platerip::rip {

/// The paths of the job's proofs; empty if it has none.
std::vector<std::string> proof_files(const Job& job);

/// Adds the page's number to these paths: FILE-1.png for the page at `place` 0, and so on. Leaves them unchanged if
/// `pages`, the number of pages, is 1. `pages` is 0 if that is not known.
void number_proofs(Job& job, std::size_t place, std::size_t pages);

/// The most memory that the proofs of a page take until they are written, in bytes.
std::int64_t proof_bytes(const ProofedPage& page);

/// Further bytes while write() runs.
std::int64_t proof_writing_bytes(const ProofedPage& page);

/// The tones that the proofs need of the page's inks, if any.
std::optional<ToneSettings> wanted_tones(const ProofedPage& page);

/// The sums that the proofs need of the page's plates; null if none.
std::shared_ptr<const WantedSums> wanted_sums(const ProofedPage& page);

/// The proofs of one page, which outlives this. One thread at a time.
class PageProofs {
 public:
  /// Begins the job's proofs, and adds their files to `files`. Errors: a file cannot be made; or the page has no
  /// resolution, which an ink preview needs.
  Status open(const ProofedPage& page, std::vector<OutputFile>& files);

  /// Adds a strip whose plates are made. To be called within a step of the strip loop, in order.
  void add(const StripInFlight& strip);
  /// Adds the next rows of the printed plates. To be called in the same way. `sums`: of these rows, or null.
  void add_printed(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums) {
    if (ink_preview_) ink_preview_->add(plates, rows, sums);
  }

  /// Whether add() counts the levels of the printed plates, so that nobody else need read the plates for that.
  [[nodiscard]] bool count_levels() const { return survey_ && survey_->counts_printed_plates(); }
  /// If so, sets `levels` to the sums over all pixels of each plate. Precondition: all strips were added.
  void tell_levels(std::span<std::uint64_t> levels) const {
    for (std::size_t plate = 0; count_levels() && plate < levels.size(); ++plate)
      levels[plate] = survey_->levels_of(plate);
  }

  /// Writes the proofs to `files`, the files that open() added, in the same order. `report`: of the finished page.
  /// To be called once, within a ThreadArena, when all strips were added. Errors: the disk is full.
  Status write(const ProofedPage& page, const PageReport& report, std::span<const OutputFile> files);

  /// Adds what to tell about the colours of inks: which are assumed in the preview, which has no words, and which the
  /// job gives in vain. A report tells its colours itself.
  void warn(const ProofedPage& page, std::vector<Remark>& warnings) const;

  /// How many files open() added.
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  Status open_file(const std::string& path, std::vector<OutputFile>& files);
  void begin();

  const ProofedPage* page_ = nullptr;  // until its first strip is there
  OpenFile preview_file_;
  std::optional<Preview> preview_;
  std::optional<Survey> survey_;
  std::optional<InkPreview> ink_preview_;
  std::size_t count_ = 0;
};

}  // namespace platerip::rip
