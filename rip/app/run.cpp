#include "rip/app/run.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rip/app/crew.h"
#include "rip/app/messages.h"
#include "rip/app/options.h"
#include "rip/app/progress.h"
#include "rip/app/results.h"
#include "rip/app/stream_formats.h"
#include "rip/app/until_signal.h"
#include "rip/job/job_options.h"
#include "rip/makers/open_gpus.h"
#include "rip/page/rip_page.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_files.h"
#include "rip/pages/page_formats.h"
#include "rip/pages/separations.h"
#include "rip/plates/dealt_files.h"
#include "rip/plates/kept_files.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_files.h"
#include "rip/plates/plate_names.h"
#include "rip/proofs/page_proofs.h"
#include "rip/resources/cache_folder.h"
#include "rip/resources/stop_signal.h"
#include "rip/runs/book.h"
#include "rip/runs/dealer.h"
#include "rip/runs/named_inks.h"

namespace platerip::rip {
namespace {

bool shows_progress(const Options& options) {
  if (options.quiet || options.progress == Progress::never) return false;
  return options.progress == Progress::always || isatty(STDERR_FILENO) != 0;
}

// The files that no page of the run may replace.
std::shared_ptr<KeptFiles> files_of_run(const Options& options) {
  auto kept = std::make_shared<KeptFiles>();
  for (const std::string& page : options.pages) {
    for (const std::string& file : files_of(page)) kept->keep(file);
  }
  for (const std::string& file : files_named(options.job)) kept->keep(file);
  return kept;
}

RunResources resources_of(const Options& options) {
  return {.cores_may_begin = true, .kept = files_of_run(options), .cache = cache_folder()};
}

// Later pages must not replace the files of this one.
void keep_made(const PageReport& report, const Job& job, KeptFiles& kept) {
  for (const PlateReport& plate : report.plates) {
    if (plate.file != "-") kept.keep(plate.file);
  }
  for (const std::string& file : proof_files(job)) kept.keep(file);
  if (!report.manifest.empty()) kept.keep(report.manifest);
}

// One run of the command: opens its pages, makes their plates and reports on them.
class Run final : public RunPages, public CrewRun {
 public:
  Run(const Options& options, Crew* crew)
      : options_(options), job_(options.job), crew_(crew), resources_(resources_of(options)) {}

  int run();

  std::optional<DealtPage> next() override;
  bool open(DealtPage& dealt) override;
  Result<PageReport> make(const DealtPage& dealt) override;
  void done(const DealtPage& dealt, const Result<PageReport>& report) override;
  void lost(std::size_t gpu, const Error& error) override;

  [[nodiscard]] const Options& options() const override { return options_; }
  [[nodiscard]] KeptFiles& kept() const override { return *resources_.kept; }
  [[nodiscard]] std::size_t count() const override;
  void start_gpu(int turn) override;
  std::optional<Result<std::size_t>> next_place() override;
  DealtPage at(std::size_t place, std::size_t number) override;
  Result<PageReport> make_to(PlateSink& sink, const DealtPage& dealt, bool shown) override;
  void keep(const PageReport& report, std::size_t place) override;
  void told(const Result<PageReport>& report, std::size_t number, bool others) override;

 private:
  int run_to_the_end();
  void open_press();
  [[nodiscard]] Status check_inks() const;
  Status open_pages();
  void open_gpus(std::optional<int> turn = std::nullopt);
  void deal_pages();
  void make_in_crew();
  DealtPage deal(Result<NextPage> page, std::size_t place, std::size_t number) const;
  Job job_at(std::size_t place) const;
  void add(const Result<PageReport>& report);
  [[nodiscard]] bool is_piped() const { return options_.stream_format || options_.pages.front() == "-"; }

  const Options& options_;
  const Job& job_;
  Crew* crew_;
  RunResources resources_;
  Status press_opened_;  // whether resources_.press could be
  std::optional<InputStream> in_;
  std::optional<OutputStream> out_;
  std::unique_ptr<Pages> pages_;
  Book* book_ = nullptr;                // pages_, if they come from files
  std::unique_ptr<ListedPages> opens_;  // the same pages, as this process of a crew opens them
  std::size_t passed_ = 0;              // of opens_
  std::unique_ptr<PlateSink> sink_;
  std::vector<std::shared_ptr<Gpu>> gpus_;
  bool is_dealt_ = false;  // pages are made in parallel
  Claims claims_{*resources_.kept};
  std::size_t seen_ = 0;
  Results results_{options_};
  std::atomic<bool> ended_ = false;  // no further page is to be made
  std::optional<ProgressBar> bar_;   // of all pages of a crew
};

// open_pages() reports what cannot be opened.
void Run::open_press() {
  auto press = rip::open_press(job_);
  if (!press.ok()) press_opened_ = press.error();
  if (press.ok()) resources_.press = *std::move(press);
}

// Errors are wrong usage: an ink that the job names in vain.
Status Run::check_inks() const {
  return resources_.press ? check_named_inks(job_, *resources_.press, options_.pages) : Status();
}

Status Run::open_pages() {
  if (!press_opened_.ok()) return press_opened_;
  sink_ = std::make_unique<PlateFiles>(job_.plates);
  if (options_.stream_format) {
    if (isatty(STDOUT_FILENO) != 0)
      return Error{"the plates would go to the terminal; redirect standard output, or give a folder with -o"};
    out_.emplace(STDOUT_FILENO, "standard output", stopped);
    auto sink = make_stream_sink(*options_.stream_format, job_, *out_);
    if (!sink.ok()) return sink.error();
    sink_ = *std::move(sink);
  }
  const MemoryRange memory = reader_memory(job_);
  if (options_.pages.front() != "-") {
    auto files = std::make_unique<PageFiles>(options_.pages, memory, job_.threads, read_settings(job_));
    const std::vector<PageSource> first = files->first_pages();
    if (Status apart = check_pages_apart(job_.plates, first); !apart.ok()) return apart;
    auto book = std::make_unique<Book>(std::move(files), job_, resources_.press->files, options_.shard, options_.resume,
                                       memory, *resources_.kept, stopped);
    book_ = book.get();
    pages_ = std::move(book);
    return options_.shard.count > 1 ? check_shards_apart(job_.plates, first) : Status();
  }
  const PageSource streamed{.path = "stdin", .count = 0};
  if (const Status apart = check_pages_apart(job_.plates, {&streamed, 1}); !apart.ok()) return apart;
  in_.emplace(STDIN_FILENO, streamed.path, stopped);
  auto pages = open_stream(*in_, memory, read_settings(job_), job_.threads);
  if (!pages.ok()) return pages.error().of_page(in_->name());
  pages_ = *std::move(pages);
  return {};
}

// GPUs take a while to start, so they start while the first page is opened. Pages from or to a pipe are made one after
// the other, so one GPU is enough. A process of a crew has one.
void Run::open_gpus(std::optional<int> turn) {
  gpus_ = rip::open_gpus({.backend = job_.backend,
                          .page_bytes = bytes_of_files(options_.pages),
                          .threads = job_.threads,
                          .device = job_.device,
                          .all = options_.all_devices && !is_piped(),
                          .turn = turn,
                          .memory = job_.gpu_memory});
}

std::optional<DealtPage> Run::next() {
  if (ended_) return std::nullopt;
  if (book_) {
    const auto source = book_->next_source();
    if (!source) return std::nullopt;
    auto page = source->ok() ? Result(NextPage{**source, nullptr}) : Result<NextPage>(source->error());
    return deal(std::move(page), book_->place(), seen_++);
  }
  auto page = pages_->next();
  if (!page) return std::nullopt;
  if (!page->ok()) page = page->error().of_page(in_->name());
  const std::size_t number = seen_++;
  return deal(*std::move(page), number, number);
}

// Opens a page, unless it is finished, or the run was refused.
bool Run::open(DealtPage& dealt) {
  const auto is_left_out = [&]() -> Result<bool> {
    if (!book_ || !dealt.page.ok()) return false;
    return book_->is_refused() ? Result(true) : book_->is_finished(dealt.job, dealt.page->source);
  }();
  if (is_left_out.ok() && *is_left_out) {
    claims_.end(dealt.number);
    return false;
  }
  if (!is_left_out.ok()) dealt.page = is_left_out.error();
  open_rows(dealt);
  return true;
}

// The job of the page at a place, with the names of its proofs.
Job Run::job_at(std::size_t place) const {
  Job job = job_;
  number_proofs(job, place, pages_->count());
  return job;
}

DealtPage Run::deal(Result<NextPage> page, std::size_t place, std::size_t number) const {
  return {number, std::move(page), job_at(place), resources_};
}

// Reports the result of a page.
void Run::add(const Result<PageReport>& report) {
  results_.add(report);
  if (report.ok()) return;
  const bool is_stream = pages_->count() == 0;  // the next page of a stream cannot be found after a broken one
  ended_ = stopped() || report.error().code == ErrorCode::stopped || is_stream || out_;
}

void Run::done(const DealtPage&, const Result<PageReport>& report) {
  add(report);
}

void Run::lost(std::size_t gpu, const Error& error) {
  if (!options_.quiet) say(error.message + "; the pages go to other GPUs than " + std::to_string(gpu));
}

Result<PageReport> Run::make(const DealtPage& dealt) {
  std::optional<DealtFiles> files;  // holds its claims until keep_made() has registered the files
  if (is_dealt_) files.emplace(job_.plates, claims_, dealt.number);
  auto report = rip_until_signal(!is_dealt_ && shows_progress(options_), dealt, is_dealt_ ? *files : *sink_);
  if (report.ok()) keep_made(*report, dealt.job, *resources_.kept);
  return report;
}

void Run::deal_pages() {
  const bool cores_may_take_pages = job_.backend == "auto" && !is_piped() && pages_->count() > 1;
  Dealer dealer(*this, gpus_, job_.threads, cores_may_take_pages);
  is_dealt_ = dealer.is_parallel();
  dealer.run();
  results_.end();
}

std::size_t Run::count() const {
  return (pages_->count() + options_.shard.count - 1) / options_.shard.count;
}

void Run::start_gpu(int turn) {
  open_gpus(turn);
  if (!gpus_.empty()) resources_.gpu = gpus_.front();
}

std::optional<Result<std::size_t>> Run::next_place() {
  while (!ended_) {
    const auto source = book_->next_source();
    if (!source) return std::nullopt;
    const auto finished = source->ok() ? book_->is_finished(job_at(book_->place()), **source) : Result(false);
    if (!finished.ok()) return finished.error();
    if (!*finished) return book_->place();
  }
  return std::nullopt;
}

DealtPage Run::at(std::size_t place, std::size_t number) {
  std::optional<Result<PageSource>> source;
  for (; passed_ <= place; ++passed_) source = opens_->next_source();
  auto page = open_found(source, reader_memory(job_), job_.threads);
  if (!page) page = Error{"page " + std::to_string(place + 1) + " of the run is gone; its file has changed"};
  return deal(*std::move(page), place, number);
}

Result<PageReport> Run::make_to(PlateSink& sink, const DealtPage& dealt, bool shown) {
  return rip_until_signal(shown && shows_progress(options_), dealt, sink);
}

void Run::keep(const PageReport& report, std::size_t place) {
  keep_made(report, job_at(place), *resources_.kept);
}

void Run::told(const Result<PageReport>& report, std::size_t number, bool others) {
  bar_.reset();
  add(report);
  if (!others || !shows_progress(options_)) return;
  bar_.emplace(PageSource{.path = std::to_string(pages_->count()) + " pages"});
  bar_->update_pages(number + 1, pages_->count());
}

void Run::make_in_crew() {
  opens_ = std::make_unique<PageFiles>(options_.pages, reader_memory(job_), job_.threads, read_settings(job_));
  crew_->make(*this);
  bar_.reset();
  results_.end();
}

// When everything is written and closed, ends the process at once if it has GPUs. Otherwise it would wait for a GPU
// that is still starting, and for 50 ms until a started one lets go of its driver. A process of a crew must wait for
// the others anyway.
int Run::run() {
  const int status = run_to_the_end();
  pages_.reset();  // a program may be drawing a page ahead
  opens_.reset();
  if (gpus_.empty() || crew_) return status;
  std::fflush(nullptr);
  std::quick_exit(status);
}

int Run::run_to_the_end() {
  if (!crew_) open_gpus();
  open_press();
  Status inks = check_inks();
  if (crew_) inks = crew_->all_ready(inks);
  if (!inks.ok()) return refused(inks.error());
  Status opened = open_pages();
  if (crew_) opened = crew_->all_ready(opened);
  if (!opened.ok()) {
    results_.refuse(opened.error());
    return failure_status();
  }
  try {
    crew_ ? make_in_crew() : deal_pages();
  } catch (...) {
    results_.end();
    static_cast<void>(sink_->close(false));  // the earlier pages are complete
    throw;
  }
  if (book_ && book_->finished() > 0 && !options_.quiet)
    say(std::to_string(book_->finished()) + " of " + std::to_string(book_->count()) + " pages were already finished");
  if (seen_ == 0 && !book_) {
    results_.refuse(Error{"stdin: nothing came; send a page"}.of_page(in_->name()));
    return page_failed;
  }
  const Status closed = results_.made() > 0 ? sink_->close(!results_.has_failed()) : Status();
  if (!closed.ok()) say_error(closed.error());
  return !results_.has_failed() && closed.ok() && results_.are_printed() ? all_done : failure_status();
}

}  // namespace

int refused(const Error& error) {
  say_error(error, "; see platerip --help");
  return wrong_usage;
}

int failure_status() {
  const int signal = signal_that_came();
  return signal != 0 ? signal_came + signal : page_failed;
}

int run_command(const Options& options, Crew* crew) {
  return Run(options, crew).run();
}

}  // namespace platerip::rip
