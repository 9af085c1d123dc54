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
#include <string>

#include "rip/cache_folder.h"
#include "rip/input_stream.h"
#include "rip/options.h"
#include "rip/output_stream.h"
#include "rip/page_color.h"
#include "rip/plate_files.h"
#include "rip/progress.h"
#include "rip/rip_page.h"
#include "rip/stop_signal.h"
#include "rip/stream_formats.h"
#include "rip/strip_plan.h"
#include "rip/summary.h"
#include "rip/tiff_pages.h"

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

bool stopped() {
  return stop_signal() != 0;
}

Result<PageReport> rip_with_progress(const Options& options, const Job& job, const NextPage& page, PlateSink& sink) {
  std::optional<ProgressBar> bar;
  if (shows_progress(options)) bar.emplace(page.source);
  PageEvents events;
  events.stop = stopped;
  if (bar) {
    events.preparing = [&bar](double share) { bar->prepare(share); };
    events.progress = [&bar](const PageProgress& progress) { bar->update(progress); };
  }
  return rip_page(job, page.source, *page.rows, sink, events);
}

Result<PageReport> rip(const Options& options, const Job& job, const Result<NextPage>& page, PlateSink& sink) {
  if (!page.ok()) return page.error();
  auto report = rip_with_progress(options, job, *page, sink);
  if (report.ok() || !stopped()) return report;
  return Error{page_label(page->source) + ": stopped by SIG" + sigabbrev_np(stop_signal()) +
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
  for (const PlateReport& plate : report.plates) {
    if (plate.file != "-") job.keep.push_back(plate.file);
  }
  if (job.preview) job.keep.push_back(*job.preview);
}

// One run: where its pages come from and where their plates go.
class Run {
 public:
  explicit Run(const Options& options) : options_(options), job_(options.job) {
    job_.keep = options.pages;
    job_.cache = cache_folder();
  }

  int run();

 private:
  Status open();
  bool done(const Result<PageReport>& report);

  const Options& options_;
  Job job_;
  std::optional<InputStream> in_;
  std::optional<OutputStream> out_;
  std::unique_ptr<Pages> pages_;
  std::unique_ptr<PlateSink> sink_;
  Status printed_;
};

Status Run::open() {
  if (Status status = check_files(job_); !status.ok()) return status;
  sink_ = std::make_unique<PlateFiles>(job_);
  if (options_.stream_format) {
    if (isatty(STDOUT_FILENO) != 0)
      return Error{"the plates would go to the terminal; redirect standard output, or give a folder with -o"};
    out_.emplace(STDOUT_FILENO, "standard output", stopped);
    auto sink = make_stream_sink(*options_.stream_format, job_, *out_);
    if (!sink.ok()) return sink.error();
    sink_ = *std::move(sink);
  }
  if (options_.pages.front() != "-") {
    pages_ = std::make_unique<TiffPages>(options_.pages, job_.memory / reader_share);
    return {};
  }
  in_.emplace(STDIN_FILENO, "stdin", stopped);
  auto pages = open_stream(*in_, job_);
  if (!pages.ok()) return pages.error();
  pages_ = *std::move(pages);
  return {};
}

// Says what became of a page, and whether its plates were made.
bool Run::done(const Result<PageReport>& report) {
  if (!report.ok()) {
    say(report.error().message);
    return false;
  }
  keep_made(*report, job_);
  if (options_.verbose) say_choices(*report, job_);
  if (!printed_.ok()) return true;
  printed_ = print(summary_of(options_, *report));
  if (!printed_.ok()) say(printed_.error().message + "; the plates are made, but their summaries are lost");
  return true;
}

int Run::run() {
  if (const Status status = open(); !status.ok()) {
    say(status.error().message);
    return page_failed;
  }
  bool failed = false;
  std::size_t seen = 0;
  while (auto page = pages_->next()) {
    job_.preview = preview_of(options_.job, seen++, pages_->count());
    if (done(rip(options_, job_, *page, *sink_))) continue;
    failed = true;
    const bool is_stream = pages_->count() == 0;  // where nobody could tell what is behind a broken page from it
    if (stopped() || is_stream || out_) break;
  }
  if (failed) {
    static_cast<void>(sink_->close());  // the pages before are whole
    return page_failed;
  }
  const Status closed = seen > 0 ? sink_->close() : Error{"stdin: nothing came; send a page"};
  if (!closed.ok()) say(closed.error().message);
  return closed.ok() && printed_.ok() ? all_done : page_failed;
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
  return Run(*options).run();
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
