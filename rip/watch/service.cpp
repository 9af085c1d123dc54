#include "rip/watch/service.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "rip/app/spelling.h"
#include "rip/job/one_line.h"
#include "rip/resources/stop_signal.h"
#include "rip/resources/threads.h"
#include "rip/watch/journal.h"
#include "rip/watch/moves.h"
#include "rip/watch/notify.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr int tick_milliseconds = 250;
constexpr std::size_t most_ended = 20;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Something to do again and again.
class Due {
 public:
  explicit Due(double seconds) : after_(seconds) {}
  bool is_now() {
    const auto now = std::chrono::steady_clock::now();
    if (has_been_ && now - last_ < after_) return false;
    has_been_ = true;
    last_ = now;
    return true;
  }
  void hurry() { has_been_ = false; }

 private:
  std::chrono::duration<double> after_;
  std::chrono::steady_clock::time_point last_{};
  bool has_been_ = false;
};

int jobs_at_once(const ServiceOptions& options) {
  return options.jobs > 0 ? options.jobs : std::clamp(thread_count(options.threads) / 4, 2, 8);
}

std::string about(const std::string& subject, const std::string& words) {
  std::string line = subject;
  line += ": ";
  line += words;
  return line;
}

std::string measures_of(const JobReport& report, double seconds) {
  char text[100];
  std::snprintf(text, sizeof text, "%zu page%s, %.2f s, %.0f Mpx/s", report.pages, report.pages == 1 ? "" : "s",
                seconds, report.pixels / std::max(seconds, 1e-6) / 1e6);
  return text;
}

}  // namespace

Service::Service(ServiceOptions options, std::vector<std::string> words)
    : options_(std::move(options)), words_(std::move(words)), engine_(options_.threads) {
  if (options_.config) config_stamp_ = stamps_of({&*options_.config, 1}).front();
}

Service::~Service() {
  end_workers();
}

void Service::end_workers() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  workers_.clear();
}

void Service::run() {
  set_queues(options_.queues);
  look();
  for (int i = 0; i < jobs_at_once(options_); ++i) workers_.emplace_back([this] { work(); });
  notify_manager("READY=1");
  tell(Level::info, watched());
  Due looks(options_.look);
  Due cleans(30 * options_.look);
  Due tells(1);
  const auto completed = [this](const std::string& folder, const std::string& name) {
    for (const Queue& queue : queues_) {
      if (queue->folder().in() == folder) queue->completed(name);
    }
  };
  while (!stopped()) {
    if (events_.wait(tick_milliseconds, completed)) looks.hurry();
    if (looks.is_now()) look();
    if (cleans.is_now()) clean();
    if (tells.is_now()) {
      tell_state();
      notify_manager("WATCHDOG=1");
    }
    look_for_cancelled();
    changed_.notify_all();
  }
  notify_manager("STOPPING=1");
  end_workers();
  tell_state();
  tell(Level::info, "ends");
}

// After many pages at once, the memory of their list goes back to the system.
void Service::clean() {
  for (const Queue& queue : queues_) queue->clean();
  ::malloc_trim(0);
}

void Service::look() {
  read_config();
  for (const Queue& queue : queues_) queue->look(events_);
  events_.end_others();
  engine_.give_back(std::chrono::duration<double>(options_.idle));
}

std::string Service::watched() const {
  std::string names;
  for (const Queue& queue : queues_) names += (names.empty() ? "" : ", ") + queue->folder().path;
  return names.empty() ? "watches no queues" : "watches " + names;
}

// A faulty file changes nothing.
void Service::read_config() {
  if (!options_.config) return;
  const FileStamp stamp = stamps_of({&*options_.config, 1}).front();
  if (stamp == config_stamp_) return;
  config_stamp_ = stamp;
  std::vector<const char*> words;
  for (const std::string& word : words_) words.push_back(word.c_str());
  const auto options = parse_service_options(words);
  if (!options.ok()) return tell(Level::error, one_line(options.error(), as_option) + "; the queues stay as they are");
  set_queues(options->queues);
  tell(Level::info, watched());
}

// Queues that stay keep their state. The jobs of those that go are finished.
void Service::set_queues(const std::vector<std::string>& folders) {
  std::vector<Queue> queues;
  for (const std::string& folder : folders) {
    const auto is_it = [&](const Queue& queue) { return queue->folder().path == folder; };
    if (std::ranges::any_of(queues, is_it)) continue;
    const auto known = std::ranges::find_if(queues_, is_it);
    queues.push_back(known != queues_.end() ? *known : std::make_shared<WatchedQueue>(QueueFolder{folder}, options_));
  }
  const std::lock_guard lock(mutex_);
  queues_ = std::move(queues);
}

void Service::look_for_cancelled() {
  const std::lock_guard lock(mutex_);
  for (const auto& job : in_work_) {
    if (!job->cancel_file.empty() && ::access(job->cancel_file.c_str(), F_OK) == 0) job->is_cancelled = true;
  }
}

void Service::tell_state() {
  if (!options_.status && !options_.metrics) return;
  const ServiceState now = state();
  write_state(options_.status, json_of(now), status_trouble_);
  write_state(options_.metrics, metrics_of(now), metrics_trouble_);
}

void Service::write_state(const std::optional<std::string>& file, const std::string& text, std::string& trouble) {
  if (!file) return;
  const Status status = write_whole_file(*file, text);
  const std::string why = status.ok() ? "" : status.error().message;
  if (!why.empty() && why != trouble) tell(Level::warning, why);
  trouble = why;
}

ServiceState Service::state() {
  ServiceState state;
  state.process = ::getpid();
  state.time = utc_now();
  state.seconds = seconds_since(start_);
  state.engine = engine_.counts();
  for (const Queue& queue : queues_) state.queues.push_back(queue->state());
  const std::lock_guard lock(mutex_);
  for (const auto& job : in_work_) {
    const auto progress = job->progress.state();
    const double seconds = seconds_since(job->start);
    state.jobs.push_back({job->queue->folder().name(), job->name, progress.page, progress.pages, progress.share,
                          seconds, progress.pixels / std::max(seconds, 1e-3)});
  }
  state.ended.assign(ended_.begin(), ended_.end());
  forget_old_ends();
  state.jobs_last_minute = ends_of_jobs_.size();
  return state;
}

void Service::work() {
  while (work_once()) {
  }
}

// False if the service ends.
bool Service::work_once() {
  NextJob next;
  const auto job = begin(next);
  if (!job) return false;
  try {
    make(*job, std::move(next));
  } catch (const std::bad_alloc&) {
    job->queue->wait("the machine is out of memory; lower --memory or --threads");
  } catch (const std::exception& error) {
    job->queue->wait(std::string("internal error: ") + error.what());
  }
  end(job);
  return true;
}

// Waits for the next job. Null if the service ends.
std::shared_ptr<Service::InWork> Service::begin(NextJob& next) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (ends_) return nullptr;
    if (auto job = begin_next(next)) return job;
    changed_.wait(lock);
  }
}

// Called with the mutex locked. The last place is kept for small jobs, which need not wait for large ones.
std::shared_ptr<Service::InWork> Service::begin_next(NextJob& next) {
  const auto large = std::ranges::count_if(in_work_, [](const auto& job) { return job->is_large; });
  const bool is_small = large > 0 && large + 1 >= jobs_at_once(options_);
  Queue first;
  std::optional<WatchedQueue::Urgency> best;
  for (const Queue& queue : queues_) {
    const auto urgency = queue->urgency(is_small);
    if (!urgency) continue;
    const bool is_better = !best || urgency->priority > best->priority ||
                           (urgency->priority == best->priority && urgency->order < best->order);
    if (!is_better) continue;
    first = queue;
    best = urgency;
  }
  if (!first) return nullptr;
  auto job = first->next(is_small);
  if (!job) return nullptr;
  auto in_work = std::make_shared<InWork>();
  in_work->queue = first;
  in_work->name = job->name();
  in_work->is_large = job->is_large;
  next = *std::move(job);
  in_work_.push_back(in_work);
  return in_work;
}

void Service::make(InWork& job, NextJob next) {
  const auto settings = job.queue->settings();
  if (!settings) return job.queue->put_back(std::move(next));
  if (!job.queue->take(next)) return;
  {
    const std::lock_guard lock(mutex_);
    job.cancel_file = next.page->cancel();
  }
  const JobSignals signals{.stop = [this] { return ends_ || stopped(); },
                           .cancel = [&job] { return job.is_cancelled.load(); }};
  try {
    const JobOutcome outcome = do_job(*next.page, job.queue->folder(), *settings, engine_, signals, job.progress);
    ended(job, std::move(next), outcome);
  } catch (...) {
    job.queue->put_back(std::move(next));
    throw;
  }
}

void Service::ended(InWork& job, NextJob next, const JobOutcome& outcome) {
  using Kind = JobOutcome::Kind;
  const double seconds = seconds_since(job.start);
  const std::string name = about(job.queue->folder().name(), tiffio::printable(job.name));
  switch (outcome.kind) {
    case Kind::done:
      for (const std::string& warning : outcome.report.warnings) tell(Level::warning, about(name, warning));
      tell(Level::info, name + ": done: " + measures_of(outcome.report, seconds) + "; " +
                            (outcome.text.empty() ? "its plates were delivered before" : "plates in " + outcome.text));
      job.queue->count(true, outcome.report.pixels, seconds);
      return remember(job, "done", outcome.text, seconds);
    case Kind::failed:
      tell(Level::error, name + ": failed: " + outcome.text);
      job.queue->count(false, 0, seconds);
      return remember(job, "failed", outcome.text, seconds);
    case Kind::put_back:
      return tell(Level::info, name + ": put back: " + outcome.text);
    case Kind::waits:
      return job.queue->retry(std::move(next), outcome.text);
    case Kind::queue_waits:
      return job.queue->wait(outcome.text, std::move(next));
    case Kind::taken_over:
      return tell(Level::warning, name + ": another service has taken it over");
  }
}

void Service::remember(const InWork& job, const char* result, const std::string& text, double seconds) {
  const std::lock_guard lock(mutex_);
  ended_.push_front({job.queue->folder().name(), job.name, result, text, utc_now(), seconds});
  if (ended_.size() > most_ended) ended_.pop_back();
  ends_of_jobs_.push_back(Clock::now());
  forget_old_ends();
}

// Called with the mutex locked.
void Service::forget_old_ends() {
  while (!ends_of_jobs_.empty() && seconds_since(ends_of_jobs_.front()) > 60) ends_of_jobs_.pop_front();
}

void Service::end(const std::shared_ptr<InWork>& job) {
  const std::lock_guard lock(mutex_);
  std::erase(in_work_, job);
}

}  // namespace platerip::rip
