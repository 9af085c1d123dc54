#include "rip/cups/messages.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <thread>

#include "rip/cups/given_options.h"
#include "rip/job/job_options.h"
#include "rip/job/one_line.h"

namespace platerip::rip::messages {
namespace {

constexpr const char* reason = "org.platerip.halftoning-report";
constexpr int step_percent = 5;
constexpr std::chrono::milliseconds patience(1000), pause_between_looks(1);

// Whether standard error is a pipe that still holds unread bytes.
bool is_unread() {
  int bytes = 0;
  return ::ioctl(STDERR_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
}

}  // namespace

void say(const char* kind, const std::string& text) {
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  std::fprintf(stderr, "%s: %s\n", kind, line.c_str());
}

void say_last(const char* kind, const std::string& text) {
  say(kind, text);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (is_unread() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(pause_between_looks);
}

std::optional<std::string> as_print_option(const std::string& setting) {
  const JobOption* const option = find_job_option(setting);
  if (option == nullptr) return std::nullopt;
  switch (option->set_by) {
    case SetBy::print_job:
      return setting;
    case SetBy::print_dialog:
      return ppd_keyword(setting);
    case SetBy::owner:
      return setting + "-default";
    case SetBy::command_line:
      break;
  }
  return std::nullopt;
}

void Progress::update(const PageProgress& progress) {
  const auto percent = static_cast<int>(100 * progress.rows_done / progress.rows);
  if (percent < said_ + step_percent && percent != 100) return;
  said_ = percent;
  say("ATTR", "job-media-progress=" + std::to_string(percent));
}

Working::Working() {
  say("STATE", std::string("+") + reason);
}

Working::~Working() {
  say("STATE", std::string("-") + reason);
}

void say_report(const PageReport& report) {
  for (const Remark& note : report.notes) say("DEBUG", report.page + ": " + one_line(note, as_print_option));
  std::string inks;
  char number[64];
  for (const PlateReport& plate : report.plates) {
    std::snprintf(number, sizeof number, " %.2f %%, ", plate.coverage_percent);
    inks += plate.ink + number;
  }
  std::snprintf(number, sizeof number, "total ink: mean %.1f %%, at most %.1f %%", report.mean_total_ink_percent,
                report.max_total_ink_percent);
  say("DEBUG", report.page + ": " + inks + number);
}

}  // namespace platerip::rip::messages
