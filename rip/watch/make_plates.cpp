#include "rip/watch/make_plates.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "base/files.h"
#include "rip/app/spelling.h"
#include "rip/job/job_options.h"
#include "rip/job/one_line.h"
#include "rip/job/press.h"
#include "rip/page/rip_page.h"
#include "rip/pages/page_files.h"
#include "rip/pages/page_stem.h"
#include "rip/plates/plate_files.h"
#include "rip/plates/plate_names.h"
#include "rip/proofs/page_proofs.h"
#include "rip/runs/book.h"
#include "rip/runs/named_inks.h"
#include "rip/runs/run_pages.h"
#include "rip/watch/moves.h"

namespace platerip::rip {
namespace {

// The job of this page, whose plates and proofs lie in the folder `plates`.
Job job_of_page(const TakenPage& page, const QueueSettings& settings, const std::string& plates) {
  Job job = settings.job;
  job.plates.folder = plates;
  const std::string before = settings.flat ? page_stem(page.name()) + "-" : "";
  for (auto* const file : {&job.preview, &job.report.file, &job.ppf}) {
    if (*file) *file = path_in(plates, before + **file);
  }
  return job;
}

// Messages begin with the paths of files. Those of the page and of its plates are of no use to anybody.
std::string without_folder(std::string text, const std::string& folder) {
  const std::string path = folder + "/";
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) text.erase(at, path.size());
  return text;
}

class JobPages {
 public:
  JobPages(const TakenPage& page, Job job, RunResources resources, Engine& engine, const std::function<bool()>& stop,
           JobProgress& progress)
      : page_(page),
        job_(std::move(job)),
        resources_(std::move(resources)),
        engine_(engine),
        stop_(stop),
        progress_(progress) {}

  Result<JobReport> make();

 private:
  Status open();
  Status make_page(const PageSource& source);
  void add(const PageReport& report);
  void warn(const std::string& line);

  const TakenPage& page_;
  Job job_;
  RunResources resources_;
  Engine& engine_;
  const std::function<bool()>& stop_;
  JobProgress& progress_;
  KeptFiles kept_;
  std::unique_ptr<Book> book_;
  JobReport report_;
};

Status JobPages::open() {
  const std::vector<std::string> files = {page_.path()};
  if (const Status status = check_named_inks(job_, *resources_.press, files); !status.ok()) return status;
  auto pages = std::make_unique<PageFiles>(files, reader_memory(job_), job_.threads, read_settings(job_));
  if (const Status status = check_pages_apart(job_.plates, pages->first_pages()); !status.ok()) return status;
  book_ = std::make_unique<Book>(std::move(pages), job_, resources_.press->files, Shard(), job_.checkpoint.has_value(),
                                 reader_memory(job_), kept_, stop_);
  return {};
}

Result<JobReport> JobPages::make() {
  if (const Status status = open(); !status.ok()) return status.error();
  while (const auto source = book_->next_source()) {
    if (!source->ok()) return source->error();
    progress_.begin_page(++report_.pages, book_->count());
    if (const Status status = make_page(**source); !status.ok()) return status.error();
  }
  report_.pixels = progress_.state().pixels;
  return report_;
}

Status JobPages::make_page(const PageSource& source) {
  const Engine::Share share(engine_);
  DealtPage dealt{.number = 0, .page = NextPage{source, nullptr}, .job = job_, .resources = resources_};
  dealt.job.threads = job_.threads > 0 ? std::min(job_.threads, share.threads()) : share.threads();
  number_proofs(dealt.job, book_->place(), book_->count());
  const auto finished = book_->is_finished(dealt.job, source);
  if (!finished.ok()) return finished.error();
  if (*finished) return {};
  open_rows(dealt);
  if (!dealt.page.ok()) return dealt.page.error();
  double pixels = 0;
  const PageEvents events{.progress =
                              [&](const PageProgress& done) {
                                pixels = static_cast<double>(done.rows_done) * static_cast<double>(done.width);
                                progress_.update(static_cast<double>(done.rows_done) / static_cast<double>(done.rows),
                                                 pixels);
                              },
                          .stop = stop_};
  PlateFiles sink(dealt.job.plates);
  const auto report = rip_page(dealt.job, source, *dealt.page->rows, sink, events, resources_);
  if (!report.ok()) return report.error();
  add(*report);
  return {};
}

void JobPages::add(const PageReport& report) {
  for (const Remark& warning : report.warnings) warn(one_line(warning, as_option));
  if (report.has_one_resolution) warn(one_line(one_resolution(), as_option));
  if (!report.has_resolution) warn("does not say its resolution, and its plates have none; give --resolution DPI");
}

void JobPages::warn(const std::string& line) {
  if (std::ranges::find(report_.warnings, line) == report_.warnings.end()) report_.warnings.push_back(line);
}

}  // namespace

JobProgress::State JobProgress::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void JobProgress::begin_page(std::size_t page, std::size_t pages) {
  const std::lock_guard lock(mutex_);
  pixels_before_ = state_.pixels;
  state_ = {page, pages, 0, pixels_before_};
}

void JobProgress::update(double share, double pixels_of_page) {
  const std::lock_guard lock(mutex_);
  state_.share = share;
  state_.pixels = pixels_before_ + pixels_of_page;
}

Result<JobReport> make_plates(const TakenPage& page, const QueueSettings& settings, const RunResources& resources,
                              Engine& engine, const std::function<bool()>& stop, JobProgress& progress) {
  const Descriptor folder(::open(page.folder().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder < 0) return file_trouble(page.folder(), "cannot be opened", errno);
  // Through the descriptor, nothing is made where the folder was when its share is gone.
  const std::string plates = "/proc/self/fd/" + std::to_string(folder) + "/plates";
  if (::mkdir(plates.c_str(), 0777) != 0 && errno != EEXIST)
    return file_trouble(page.plates(), "cannot be made", errno);
  auto report = JobPages(page, job_of_page(page, settings, plates), resources, engine, stop, progress).make();
  if (report.ok()) return report;
  Error error = report.error();
  const std::string path = page.path();
  error.message = without_folder(error.message, path.substr(0, path.rfind('/')));
  error.message = without_folder(error.message, plates);
  return error;
}

}  // namespace platerip::rip
