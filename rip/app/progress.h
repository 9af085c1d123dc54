// How far a page is, on a terminal.
#pragma once

#include <chrono>
#include <string>

#include "rip/pipeline/rip_page.h"

namespace platerip::rip {

/// A bar on standard error, redrawn in place at most ten times a second, gone when this object goes. One thread at a
/// time. It calls the page by its file's name, and is never wider than the terminal: a line that wraps cannot be
/// redrawn.
class ProgressBar {
 public:
  explicit ProgressBar(const PageSource& page);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  /// Before the first strip: the share (0 to 1) that is done of what takes seconds.
  void prepare(double share);
  void update(const PageProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const std::string& measures);
  std::string page_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_{};
};

}  // namespace platerip::rip
