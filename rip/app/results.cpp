#include "rip/app/results.h"

#include <string>
#include <utility>

#include "rip/app/spelling.h"
#include "rip/app/summary.h"
#include "rip/job/one_line.h"

namespace platerip::rip {
namespace {

void say_choices(const PageReport& report, const Job& job) {
  const bool unused = report.page_profile.empty() && (job.press_profile || job.input_profile);
  say(report.page + ": " + color_of(report) + (unused ? ", the profiles are not used" : "") + "; separation " +
      report.separation_backend + ", halftone " + report.halftone_backend + ", memory " + report.memory +
      (report.without_gpu.empty() ? "" : "; without the GPU: " + report.without_gpu));
}

}  // namespace

void Results::add(const Result<PageReport>& report) {
  if (report.ok()) {
    ++made_;
    return say_made(*report);
  }
  failed_ = true;
  lines_.say(one_line(report.error(), as_option));
  print_summary(report);
}

void Results::refuse(const Error& error) {
  failed_ = true;
  say_error(error);
  print_summary(error);
}

// Says it once, because the pages of a run mostly come from one source.
void Results::say_resolution(const PageReport& report) {
  if (report.has_one_resolution && !std::exchange(said_one_resolution_, true))
    say(report.page + ": " + one_line(one_resolution(), as_option));
  if (report.has_resolution || options_.stream_format == StreamFormat::pbm || std::exchange(said_resolution_, true))
    return;
  const bool is_raster = options_.stream_format == StreamFormat::cups_raster;
  say(report.page + ": does not say its resolution, and its plates have " +
      (is_raster ? "72 dots to an inch" : "none") + "; give --resolution DPI");
}

void Results::say_made(const PageReport& report) {
  if (!options_.quiet) {
    for (const Remark& warning : report.warnings) lines_.say(report.page + ": " + one_line(warning, as_option));
    say_resolution(report);
  }
  if (options_.verbose) {
    say_choices(report, options_.job);
    for (const Remark& note : report.notes) say(report.page + ": " + one_line(note, as_option));
  }
  print_summary(report);
}

void Results::print_summary(const Result<PageReport>& report) {
  if (!printed_.ok()) return;
  printed_ = print(summary_of(options_.summary, report));
  if (!printed_.ok()) say_error(printed_.error(), "; the plates are made, but their summaries are lost");
}

}  // namespace platerip::rip
