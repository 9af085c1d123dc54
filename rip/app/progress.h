// A progress bar on the terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "rip/page/rip_page.h"
#include "rip/runs/dealer.h"

namespace platerip::rip {

/// A bar on standard error, redrawn in place at most ten times a second, and cleared by the destructor. It shows the
/// page's file name. It is never wider than the terminal, because a line that wraps cannot be redrawn. One thread at a
/// time.
class ProgressBar {
 public:
  /// Nothing is shown before the first call of a function below.
  explicit ProgressBar(const PageSource& page);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  /// Shows which share (0 to 1) of the exact colour tables is computed. To be called before the first strip.
  void prepare(double share);
  /// Shows how many rows are done.
  void update(const PageProgress& progress);
  /// Shows how many pages are done, for a bar of all pages.
  void update_pages(std::size_t done, std::size_t pages);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const std::string& measures);
  std::string page_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_{};
};

/// rip_page() for a page that is dealt, with a bar if `shown`. A signal stops it.
Result<PageReport> rip_with_progress(bool shown, const DealtPage& dealt, PlateSink& sink);

}  // namespace platerip::rip
