// Tells the user what has become of the pages of a run.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "rip/app/messages.h"
#include "rip/app/options.h"
#include "rip/job/page_report.h"
#include "rip/job/repeated_lines.h"

namespace platerip::rip {

/// The results of a run's pages: messages on standard error, and summaries on standard output, as the options ask. One
/// thread at a time.
class Results {
 public:
  /// `options` outlives this.
  explicit Results(const Options& options) : options_(options) {}

  /// Tells the result of the next page.
  void add(const Result<PageReport>& report);
  /// Tells an error that leaves no page to make.
  void refuse(const Error& error);
  /// Ends the messages about pages: says how often lines have come that were not repeated.
  void end() { lines_.end(); }

  /// The number of pages that were made.
  [[nodiscard]] std::size_t made() const { return made_; }
  /// Whether a page has failed.
  [[nodiscard]] bool has_failed() const { return failed_; }
  /// Whether all summaries could be written.
  [[nodiscard]] bool are_printed() const { return printed_.ok(); }

 private:
  void say_made(const PageReport& report);
  void say_resolution(const PageReport& report);
  void print_summary(const Result<PageReport>& report);

  const Options& options_;
  RepeatedLines lines_{say};
  std::size_t made_ = 0;
  bool failed_ = false;
  bool said_resolution_ = false;
  bool said_one_resolution_ = false;
  Status printed_;
};

}  // namespace platerip::rip
