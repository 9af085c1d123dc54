// platerip: pages in, plates out.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "rip/cache_folder.h"
#include "rip/options.h"
#include "rip/page_color.h"
#include "rip/progress.h"
#include "rip/rip_page.h"
#include "rip/stop_signal.h"
#include "rip/summary.h"
#include "tiffio/page_reader.h"

namespace platerip::rip {
namespace {

constexpr int all_done = 0;
constexpr int page_failed = 1;
constexpr int wrong_usage = 2;

// One line, whatever the file names in it.
void say(std::string message) {
  std::replace_if(
      message.begin(), message.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  std::fprintf(stderr, "platerip: %s\n", message.c_str());
}

// Errors: what was printed did not arrive.
Status print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return {};
  return Error{std::string("standard output cannot be written: ") + std::strerror(errno)};
}

// A file that we open must not get the number of a standard stream that is closed: messages would go into it.
void occupy_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

// The pages of all files, one after the other; what cannot be opened or found counts as one, so that the numbers of
// the others do not depend on it.
std::vector<Result<PageSource>> list_pages(const std::vector<std::string>& files) {
  std::vector<Result<PageSource>> pages;
  for (const std::string& file : files) {
    auto found = tiffio::find_pages(file);
    if (!found.ok()) {
      pages.emplace_back(found.error());
      continue;
    }
    const auto list = std::make_shared<const tiffio::PageList>(*std::move(found));
    for (int index = 0; index < list->count(); ++index)
      pages.emplace_back(PageSource{file, index, list->count(), list});
    if (list->broken) pages.emplace_back(*list->broken);
  }
  return pages;
}

// With several pages a preview each: proof-1.png, proof-2.png, …
std::optional<std::string> preview_of(const Job& job, std::size_t page, std::size_t pages) {
  if (!job.preview || pages == 1) return job.preview;
  const std::filesystem::path path(*job.preview);
  const std::string name = path.stem().string() + "-" + std::to_string(page + 1) + path.extension().string();
  return (path.parent_path() / name).string();
}

void say_choices(const PageReport& report, const Job& job) {
  const bool unused = report.page_profile.empty() && (job.press_profile || job.input_profile);
  say(report.page + ": " + color_of(report) + (unused ? ", the profiles are not used" : "") + "; separation " +
      report.separation_backend + ", halftone " + report.halftone_backend + ", strips of " +
      std::to_string(report.strip_rows) + " rows");
}

bool shows_progress(const Options& options) {
  if (options.quiet || options.progress == Progress::never) return false;
  return options.progress == Progress::always || isatty(STDERR_FILENO) != 0;
}

Result<PageReport> rip_with_progress(const Options& options, const Job& job, const PageSource& page) {
  std::optional<ProgressBar> bar;
  if (shows_progress(options)) bar.emplace(page);
  PageEvents events;
  events.stop = [] { return stop_signal() != 0; };
  if (bar) {
    events.preparing = [&bar](double share) { bar->prepare(share); };
    events.progress = [&bar](const PageProgress& progress) { bar->update(progress); };
  }
  return rip_page(job, page, events);
}

Result<PageReport> rip(const Options& options, const Job& job, const Result<PageSource>& page) {
  if (!page.ok()) return page.error();
  auto report = rip_with_progress(options, job, *page);
  if (report.ok() || stop_signal() == 0) return report;
  return Error{page_label(*page) + ": stopped by SIG" + sigabbrev_np(stop_signal()) +
               "; no plates of this page were made"};
}

std::string summary_of(const Options& options, const PageReport& report) {
  switch (options.summary) {
    case SummaryFormat::text:
      return text_summary(report, peak_memory_mib());
    case SummaryFormat::json:
      return json_summary(report, peak_memory_mib());
    case SummaryFormat::none:
      break;
  }
  return "";
}

// No later page of the run may replace what this one made.
void keep_made(const PageReport& report, Job& job) {
  for (const PlateReport& plate : report.plates) job.keep.push_back(plate.file);
  if (job.preview) job.keep.push_back(*job.preview);
}

int run(const Options& options) {
  if (const Status status = check_files(options.job); !status.ok()) {
    say(status.error().message);
    return page_failed;
  }
  bool failed = false;
  const auto pages = list_pages(options.pages);
  Status printed;
  Job job = options.job;
  job.keep = options.pages;
  job.cache = cache_folder();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    job.preview = preview_of(options.job, i, pages.size());
    const auto report = rip(options, job, pages[i]);
    if (!report.ok()) {
      say(report.error().message);
      failed = true;
      if (stop_signal() != 0) return page_failed;
      continue;
    }
    keep_made(*report, job);
    if (options.verbose) say_choices(*report, job);
    if (!printed.ok()) continue;
    printed = print(summary_of(options, *report));
    if (!printed.ok()) say(printed.error().message + "; the plates are made, but their summaries are lost");
  }
  return failed || !printed.ok() ? page_failed : all_done;
}

int main_or_throw(int argc, const char* const argv[]) {
  occupy_standard_streams();
  catch_stop_signals();
  const auto options = parse_options(argc, argv);
  if (!options.ok()) {
    say(options.error().message + "; see platerip --help");
    return wrong_usage;
  }
  if (options->help || options->version) {
    const Status printed = print(options->help ? help_text() : "platerip " PLATERIP_VERSION "\n");
    if (!printed.ok()) say(printed.error().message);
    return printed.ok() ? all_done : page_failed;
  }
  return run(*options);
}

}  // namespace
}  // namespace platerip::rip

int main(int argc, char* argv[]) {
  try {
    return platerip::rip::main_or_throw(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("platerip: the machine is out of memory; lower --memory or --threads\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "platerip: internal error: %s\n", error.what());
  }
  return 1;
}
