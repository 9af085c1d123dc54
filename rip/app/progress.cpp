#include "rip/app/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "rip/app/bar.h"
#include "rip/resources/stop_signal.h"

namespace platerip::rip {
namespace {

constexpr const char* clear_line = "\r\x1b[K";

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // UTF-8
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

// At most the first `count` characters.
std::string cut(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  while (end < text.size() && (!starts_character(text[end]) || count-- > 0)) ++end;
  return text.substr(0, end);
}

std::string measures(const PageProgress& progress, double seconds) {
  const auto [rows_done, rows, width] = progress;
  const double share = static_cast<double>(rows_done) / static_cast<double>(rows);
  const auto left = static_cast<long>(std::lround(seconds / std::max(share, 1e-6) * (1 - share)));
  const double rate = static_cast<double>(rows_done * width) / seconds / 1e6;
  char text[100];
  std::snprintf(text, sizeof text, "  %lld of %lld rows  %.0f Mpx/s  %ld:%02ld left", static_cast<long long>(rows_done),
                static_cast<long long>(rows), rate, left / 60, left % 60);
  return bar(share) + text;
}

}  // namespace

ProgressBar::ProgressBar(const PageSource& page)
    : page_(page_label({std::filesystem::path(page.path).filename().string(), page.index, page.count})) {}

ProgressBar::~ProgressBar() {
  if (drawn_ != Clock::time_point{}) std::fputs(clear_line, stderr);
}

void ProgressBar::prepare(double share) {
  draw(bar(share) + "  computing exact colours");
  start_ = Clock::now();
}

void ProgressBar::update(const PageProgress& progress) {
  draw(measures(progress, std::max(std::chrono::duration<double>(Clock::now() - start_).count(), 1e-6)));
}

void ProgressBar::update_pages(std::size_t done, std::size_t pages) {
  draw(bar(static_cast<double>(done) / static_cast<double>(pages)) + "  " + std::to_string(done) + " done");
}

void ProgressBar::draw(const std::string& measures) {
  const auto now = Clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  const std::size_t columns = terminal_columns() - 1;
  const std::string rest = cut(measures, columns);
  std::fprintf(stderr, "%s%s%s", clear_line, cut(page_, columns - characters(rest)).c_str(), rest.c_str());
  std::fflush(stderr);
}

Result<PageReport> rip_with_progress(bool shown, const DealtPage& dealt, PlateSink& sink) {
  const NextPage& page = *dealt.page;
  std::optional<ProgressBar> bar;
  if (shown) bar.emplace(page.source);
  PageEvents events{.stop = stopped};
  if (bar) {
    events.preparing = [&bar](double share) { bar->prepare(share); };
    events.progress = [&bar](const PageProgress& progress) { bar->update(progress); };
  }
  return rip_page(dealt.job, page.source, *page.rows, sink, events, dealt.resources);
}

}  // namespace platerip::rip
