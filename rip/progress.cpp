#include "rip/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace platerip::rip {
namespace {

constexpr int bar_columns = 24;
constexpr const char* clear_line = "\r\x1b[K";

}  // namespace

ProgressBar::ProgressBar(std::string page) : page_(std::move(page)) {}

ProgressBar::~ProgressBar() {
  if (drawn_ != Clock::time_point{}) std::fputs(clear_line, stderr);
}

void ProgressBar::update(const PageProgress& progress) {
  const auto [rows_done, rows, width] = progress;
  const auto now = Clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  const double seconds = std::max(std::chrono::duration<double>(now - start_).count(), 1e-6);
  const double share = static_cast<double>(rows_done) / static_cast<double>(rows);
  const auto left = static_cast<long>(std::lround(seconds / std::max(share, 1e-6) * (1 - share)));
  const double rate = static_cast<double>(rows_done * width) / seconds / 1e6;
  const auto full = static_cast<std::size_t>(share * bar_columns);
  const std::string bar = std::string(full, '#') + std::string(bar_columns - full, '.');
  std::fprintf(stderr, "%s%s [%s] %3.0f%%  %lld of %lld rows  %.0f Mpx/s  %ld:%02ld left", clear_line, page_.c_str(),
               bar.c_str(), 100 * share, static_cast<long long>(rows_done), static_cast<long long>(rows), rate,
               left / 60, left % 60);
  std::fflush(stderr);
}

}  // namespace platerip::rip
