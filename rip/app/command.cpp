#include "rip/app/command.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rip/app/cache_folder.h"
#include "rip/app/crew.h"
#include "rip/app/options.h"
#include "rip/app/progress.h"
#include "rip/app/spelling.h"
#include "rip/app/stream_formats.h"
#include "rip/app/summary.h"
#include "rip/engines/choose_engine.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_files.h"
#include "rip/pages/separations.h"
#include "rip/pipeline/dealer.h"
#include "rip/pipeline/one_line.h"
#include "rip/pipeline/page_color.h"
#include "rip/pipeline/repeated_lines.h"
#include "rip/pipeline/rip_page.h"
#include "rip/pipeline/upright.h"
#include "rip/plates/dealt_files.h"
#include "rip/plates/kept_files.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_files.h"
#include "rip/plates/plate_names.h"
#include "rip/resources/stop_signal.h"

namespace platerip::rip {
namespace {

constexpr int all_done = 0;
constexpr int page_failed = 1;
constexpr int wrong_usage = 2;

bool is_silent = false;  // another process of the crew speaks

// Prints one line: control characters, which file names may contain, become spaces.
void say(std::string message) {
  if (is_silent) return;
  std::replace_if(
      message.begin(), message.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  std::fprintf(stderr, "platerip: %s\n", message.c_str());
}

void say_error(const Error& error, const char* rest = "") {
  say(one_line(error, as_option) + rest);
}

// Errors: standard output did not take the text.
Status print(const std::string& text) {
  if (is_silent) return {};
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return {};
  return Error{std::string("standard output cannot be written: ") + std::strerror(errno)};
}

// If a standard stream is closed, the next file we open would get its number, and messages would go into that file.
void occupy_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

// If there are several pages, each gets a preview of its own: proof-1.png, proof-2.png, …
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
      std::to_string(report.strip_rows) + " rows" +
      (report.without_gpu.empty() ? "" : "; without the GPU: " + report.without_gpu));
}

bool shows_progress(const Options& options) {
  if (options.quiet || options.progress == Progress::never) return false;
  return options.progress == Progress::always || isatty(STDERR_FILENO) != 0;
}

Result<PageReport> rip_with_progress(bool shown, const DealtPage& turn, PlateSink& sink) {
  const NextPage& page = *turn.page;
  std::optional<ProgressBar> bar;
  if (shown) bar.emplace(page.source);
  PageEvents events{.stop = stopped};
  if (bar) {
    events.preparing = [&bar](double share) { bar->prepare(share); };
    events.progress = [&bar](const PageProgress& progress) { bar->update(progress); };
  }
  return rip_page(turn.job, page.source, *page.rows, sink, events, turn.resources);
}

Result<PageReport> rip(bool shown, const DealtPage& turn, PlateSink& sink) {
  if (!turn.page.ok()) return turn.page.error();
  auto report = rip_with_progress(shown, turn, sink);
  if (report.ok() || !stopped()) return report;
  return Error{page_label(turn.page->source) + ": stopped by SIG" + sigabbrev_np(stop_signal()) +
                   "; no plates of this page were made",
               ErrorCode::stopped};
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

// The files that no page of the run may replace.
std::shared_ptr<KeptFiles> files_read(const Options& options) {
  auto kept = std::make_shared<KeptFiles>();
  for (const std::string& page : options.pages) {
    for (const std::string& file : files_of(page)) kept->keep(file);
  }
  const Job& job = options.job;
  if (job.press_profile) kept->keep(*job.press_profile);
  if (job.input_profile) kept->keep(*job.input_profile);
  for (const InkCurve& curve : job.curves) kept->keep(curve.file);
  for (const InkScreenFile& screen : job.screens.files) kept->keep(screen.file);
  return kept;
}

RunResources resources_of(const Options& options) {
  return {.cores_may_begin = true, .kept = files_read(options), .cache = cache_folder()};
}

// Later pages must not replace the files of this one.
void keep_made(const PageReport& report, const std::optional<std::string>& preview, KeptFiles& kept) {
  for (const PlateReport& plate : report.plates) {
    if (plate.file != "-") kept.keep(plate.file);
  }
  if (preview) kept.keep(*preview);
  if (!report.manifest.empty()) kept.keep(report.manifest);
}

// The total size of the pages that are files.
std::uintmax_t bytes_of(const std::vector<std::string>& pages) {
  std::uintmax_t bytes = 0;
  for (const std::string& page : pages) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(page, error);
    if (!error) bytes += size;
  }
  return bytes;
}

// One run of the command: opens its pages, makes their plates and reports on them.
class Run {
 public:
  Run(const Options& options, Crew* crew)
      : options_(options), job_(options.job), crew_(crew), resources_(resources_of(options)) {}

  int run();

 private:
  int run_to_the_end();
  Status open();
  void open_gpus();
  void rip_pages();
  void rip_in_crew();
  std::optional<DealtPage> next();
  Result<PageReport> rip_one(const DealtPage& turn);
  void done(const Result<PageReport>& report);
  void lost(std::size_t gpu, const Error& error);
  void say_made(const PageReport& report);
  void say_resolution(const PageReport& report);
  [[nodiscard]] bool is_piped() const { return options_.stream_format || options_.pages.front() == "-"; }

  const Options& options_;
  const Job& job_;
  Crew* crew_;
  RunResources resources_;
  std::optional<InputStream> in_;
  std::optional<OutputStream> out_;
  std::unique_ptr<Pages> pages_;
  std::unique_ptr<PlateSink> sink_;
  std::vector<std::shared_ptr<Gpu>> gpus_;
  bool is_dealt_ = false;  // pages are made in parallel
  Claims claims_{*resources_.kept};
  std::size_t seen_ = 0;
  std::size_t made_ = 0;
  RepeatedLines lines_{say};
  bool said_resolution_ = false;
  bool failed_ = false;
  std::atomic<bool> ended_ = false;
  std::optional<ProgressBar> bar_;  // of all pages of a crew
  Status printed_;
};

Status Run::open() {
  if (Status status = check_files(job_); !status.ok()) return status;
  sink_ = std::make_unique<PlateFiles>(job_.plates);
  if (options_.stream_format) {
    if (isatty(STDOUT_FILENO) != 0)
      return Error{"the plates would go to the terminal; redirect standard output, or give a folder with -o"};
    out_.emplace(STDOUT_FILENO, "standard output", stopped);
    auto sink = make_stream_sink(*options_.stream_format, job_, *out_);
    if (!sink.ok()) return sink.error();
    sink_ = *std::move(sink);
  }
  const std::size_t memory = reader_memory(job_);
  if (options_.pages.front() != "-") {
    auto files = std::make_unique<PageFiles>(options_.pages, memory, job_.threads);
    const Status apart = check_pages_apart(job_.plates, files->first_pages());
    pages_ = std::move(files);
    return apart;
  }
  const PageSource streamed{.path = "stdin", .count = 0};
  if (const Status apart = check_pages_apart(job_.plates, {&streamed, 1}); !apart.ok()) return apart;
  in_.emplace(STDIN_FILENO, streamed.path, stopped);
  auto pages = open_stream(*in_, memory, job_.spool, job_.threads);
  if (!pages.ok()) return pages.error();
  pages_ = *std::move(pages);
  return {};
}

// GPUs take a while to start, which happens while the first page is opened. Pages from or to a pipe are made one after
// the other, so one GPU is enough.
void Run::open_gpus() {
  gpus_ = rip::open_gpus({.backend = job_.backend,
                          .page_bytes = bytes_of(options_.pages),
                          .threads = job_.threads,
                          .device = job_.device,
                          .all = options_.all_devices && !is_piped(),
                          .memory = job_.gpu_memory});
}

std::optional<DealtPage> Run::next() {
  if (ended_) return std::nullopt;
  auto page = pages_->next();
  if (!page) return std::nullopt;
  DealtPage turn{seen_, *std::move(page), job_, resources_};
  turn.job.preview = preview_of(options_.job, seen_++, pages_->count());
  return turn;
}

// Reported once, as the pages of a run mostly come from one source.
void Run::say_resolution(const PageReport& report) {
  if (report.has_resolution || options_.stream_format == StreamFormat::pbm || said_resolution_) return;
  said_resolution_ = true;
  const bool is_raster = options_.stream_format == StreamFormat::cups_raster;
  say(report.page + ": does not say its resolution, and its plates have " +
      (is_raster ? "72 dots to an inch" : "none") + "; give --resolution DPI");
}

void Run::say_made(const PageReport& report) {
  if (!options_.quiet) {
    for (const Remark& warning : report.warnings) lines_.say(report.page + ": " + one_line(warning, as_option));
    say_resolution(report);
  }
  if (options_.verbose) {
    say_choices(report, job_);
    for (const Remark& note : report.notes) say(report.page + ": " + one_line(note, as_option));
  }
  if (!printed_.ok()) return;
  printed_ = print(summary_of(options_, report));
  if (!printed_.ok()) say_error(printed_.error(), "; the plates are made, but their summaries are lost");
}

// Reports the result of a page.
void Run::done(const Result<PageReport>& report) {
  if (report.ok()) {
    ++made_;
    return say_made(*report);
  }
  lines_.say(one_line(report.error(), as_option));
  failed_ = true;
  const bool is_stream = pages_->count() == 0;  // the next page of a stream cannot be found after a broken one
  ended_ = stopped() || is_stream || out_;
}

void Run::lost(std::size_t gpu, const Error& error) {
  if (!options_.quiet) say(error.message + "; the pages go to other GPUs than " + std::to_string(gpu));
}

Result<PageReport> Run::rip_one(const DealtPage& turn) {
  std::optional<DealtFiles> files;  // holds its claims until keep_made() has registered the files
  if (is_dealt_) files.emplace(job_.plates, claims_, turn.number);
  auto report = rip(!is_dealt_ && shows_progress(options_), turn, is_dealt_ ? *files : *sink_);
  if (report.ok()) keep_made(*report, turn.job.preview, *resources_.kept);
  return report;
}

void Run::rip_pages() {
  const DealSteps steps{.next = [this] { return next(); },
                        .rip = [this](const DealtPage& turn) { return rip_one(turn); },
                        .done = [this](const DealtPage&, const Result<PageReport>& report) { done(report); },
                        .lost = [this](std::size_t gpu, const Error& error) { lost(gpu, error); }};
  const bool cores_may_take_pages = job_.backend == "auto" && !is_piped() && pages_->count() > 1;
  Dealer dealer(steps, gpus_, job_.threads, cores_may_take_pages);
  is_dealt_ = dealer.is_parallel();
  dealer.run();
  lines_.end();
}

void Run::rip_in_crew() {
  crew_->make({.pages = pages_->count(),
               .job = job_,
               .kept = resources_.kept,
               .next = [this] { return next(); },
               .skip = [this] { pages_->skip(), ++seen_; },
               .rip = [this](const DealtPage& turn, PlateSink& sink,
                             bool shown) { return rip(shown && shows_progress(options_), turn, sink); },
               .keep =
                   [this](const PageReport& report, std::size_t number) {
                     keep_made(report, preview_of(job_, number, pages_->count()), *resources_.kept);
                   },
               .done =
                   [this](const Result<PageReport>& report, std::size_t number, bool others) {
                     bar_.reset();
                     done(report);
                     if (!others || !shows_progress(options_)) return;
                     bar_.emplace(PageSource{.path = std::to_string(pages_->count()) + " pages"});
                     bar_->update_pages(number + 1, pages_->count());
                   },
               .is_over = [this] { return ended_.load(); }});
  bar_.reset();
  lines_.end();
}

// In the end, everything is written and closed. The end of the process is the fastest end of its GPUs: one that is
// still starting would have to be waited for, and one that has started takes 50 ms to let go of its driver.
int Run::run() {
  const int status = run_to_the_end();
  if (gpus_.empty()) return status;
  std::fflush(nullptr);
  std::_Exit(status);
}

int Run::run_to_the_end() {
  if (!crew_) open_gpus();
  Status opened = open();
  if (crew_) opened = crew_->all_ready(opened);
  if (!opened.ok()) {
    say_error(opened.error());
    return page_failed;
  }
  try {
    crew_ ? rip_in_crew() : rip_pages();
  } catch (...) {
    lines_.end();
    static_cast<void>(sink_->close(false));  // the earlier pages are complete
    throw;
  }
  if (seen_ == 0) {
    say("stdin: nothing came; send a page");
    return page_failed;
  }
  const Status closed = made_ > 0 ? sink_->close(!failed_) : Status();
  if (!closed.ok()) say_error(closed.error());
  return !failed_ && closed.ok() && printed_.ok() ? all_done : page_failed;
}

// Only an ink that the press does not have makes it worth opening all pages.
Status check_inks_of(const Options& options) {
  Status inks = check_inks(options.job);
  if (inks.ok() || options.pages.front() == "-") return inks;
  const auto spots = spot_inks(options.pages, reader_memory(options.job),
                               [&](const tiffio::PageInfo& page) { return spot_names(options.job, page); });
  return spots.empty() ? inks : check_inks(options.job, spots);
}

}  // namespace

int command(int argc, const char* const argv[], Crew* crew) {
  is_silent = crew != nullptr && !crew->speaks();
  occupy_standard_streams();
  catch_stop_signals();
  auto options = parse_options(argc, argv);
  if (options.ok() && crew) {
    if (const Status status = crew->adapt(*options); !status.ok()) options = status.error();
  }
  if (!options.ok()) {
    say_error(options.error(), "; see platerip --help");
    return wrong_usage;
  }
  if (options->help || options->version) {
    const Status printed = print(options->help ? help_text() : "platerip " PLATERIP_VERSION "\n");
    if (!printed.ok()) say_error(printed.error());
    return printed.ok() ? all_done : page_failed;
  }
  if (const Status inks = check_inks_of(*options); !inks.ok()) {
    say_error(inks.error(), "; see platerip --help");
    return wrong_usage;
  }
  return Run(*options, crew).run();
}

}  // namespace platerip::rip
