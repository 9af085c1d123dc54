// platerip: pages in, plates out.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "rip/options.h"
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

void say(const std::string& message) {
  std::fprintf(stderr, "platerip: %s\n", message.c_str());
}

// The pages of all files, one after the other; what cannot be opened or found is said and left out.
std::vector<PageSource> list_pages(const std::vector<std::string>& files, bool& failed) {
  std::vector<PageSource> pages;
  for (const std::string& file : files) {
    auto found = tiffio::find_pages(file);
    const std::optional<Error> error = found.ok() ? found->broken : found.error();
    if (error) {
      say(error->message);
      failed = true;
    }
    if (!found.ok()) continue;
    const auto list = std::make_shared<const tiffio::PageList>(*std::move(found));
    for (int index = 0; index < list->count(); ++index) pages.push_back({file, index, list->count(), list});
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

// Two pages of a run that would have the same plates: the second would take the first one's place.
std::optional<std::string> taken_name(const PageSource& page, const Job& job, std::set<std::string>& taken) {
  const std::string name = plate_path(page, job.output_dir.value_or(""), "");
  if (taken.insert(std::filesystem::absolute(name).lexically_normal().string()).second) return std::nullopt;
  return page_label(page) +
         ": its plates would have the names of another page's of this run; use different -o for each";
}

void say_choices(const PageReport& report) {
  const std::string from =
      report.page_profile.empty() ? "inks as they are" : report.page_profile + " to " + report.press_profile;
  say(report.page + ": " + from + "; separation " + report.separation_backend + ", halftone " +
      report.halftone_backend + ", strips of " + std::to_string(report.strip_rows) + " rows");
}

bool shows_progress(const Options& options) {
  if (options.quiet || options.progress == Progress::never) return false;
  return options.progress == Progress::always || isatty(STDERR_FILENO) != 0;
}

Result<PageReport> rip_with_progress(const Options& options, const Job& job, const PageSource& page) {
  std::optional<ProgressBar> bar;
  if (shows_progress(options)) bar.emplace(page_label(page));
  PageEvents events;
  events.stop = [] { return stop_signal() != 0; };
  if (bar) events.progress = [&bar](const PageProgress& progress) { bar->update(progress); };
  return rip_page(job, page, events);
}

int run(const Options& options) {
  bool failed = false;
  const std::vector<PageSource> pages = list_pages(options.pages, failed);
  std::set<std::string> taken;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    Job job = options.job;
    job.preview = preview_of(options.job, i, pages.size());
    if (const auto clash = taken_name(pages[i], job, taken)) {
      say(*clash);
      failed = true;
      continue;
    }
    const auto report = rip_with_progress(options, job, pages[i]);
    if (stop_signal() != 0 && !report.ok()) {
      say(page_label(pages[i]) + ": stopped by SIG" + sigabbrev_np(stop_signal()) +
          "; no plates of this page were made");
      return page_failed;
    }
    if (!report.ok()) {
      say(report.error().message);
      failed = true;
      continue;
    }
    if (options.verbose) say_choices(*report);
    if (options.summary == SummaryFormat::text) std::fputs(text_summary(*report, peak_memory_mib()).c_str(), stdout);
    if (options.summary == SummaryFormat::json) std::fputs(json_summary(*report, peak_memory_mib()).c_str(), stdout);
    std::fflush(stdout);
  }
  return failed ? page_failed : all_done;
}

int main_or_throw(int argc, const char* const argv[]) {
  const auto options = parse_options(argc, argv);
  if (!options.ok()) {
    say(options.error().message + "; see platerip --help");
    return wrong_usage;
  }
  if (options->help || options->version) {
    std::fputs(options->help ? help_text().c_str() : "platerip " PLATERIP_VERSION "\n", stdout);
    return all_done;
  }
  catch_stop_signals();
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
