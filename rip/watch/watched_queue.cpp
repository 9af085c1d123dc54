#include "rip/watch/watched_queue.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <utility>

#include "rip/app/spelling.h"
#include "rip/job/one_line.h"
#include "rip/watch/journal.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

// Of the folder, or of the one around it if it is not made yet.
std::uint64_t free_bytes_at(const std::string& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0 && ::statvfs(fs::path(folder).parent_path().c_str(), &disk) != 0) return 0;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

// Seconds since the file or folder was moved where it is.
std::optional<std::time_t> age_of(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return std::time(nullptr) - status.st_ctim.tv_sec;
}

}  // namespace

WatchedQueue::WatchedQueue(const QueueFolder& folder, const ServiceOptions& options)
    : folder_(folder),
      retry_after_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.retry))),
      settings_(folder),
      arrivals_(folder.in(), std::chrono::duration<double>(options.steady)),
      instance_(folder.work(), std::chrono::duration<double>(options.patience)) {
  state_.folder = folder.path;
  state_.name = folder.name();
}

// Called with the mutex locked.
void WatchedQueue::set_trouble(std::string& trouble, const std::string& why) {
  if (trouble == why) return;
  if (why.empty()) {
    tell(Level::info, state_.name + ": goes on");
  } else {
    tell(Level::warning, state_.name + ": waits: " + why);
  }
  trouble = why;
}

Status WatchedQueue::look_at_folders(FolderEvents& events) {
  if (Status status = make_queue_folders(folder_); !status.ok()) return status;
  if (Status status = instance_.live(); !status.ok()) return status;
  for (TakenPage& page : instance_.inherit()) {
    tell(Level::info,
         state_.name + ": " + tiffio::printable(page.name()) + ": taken over from a service that has ended");
    const std::lock_guard lock(mutex_);
    left_.push_front({std::move(page), Clock::time_point{}});
  }
  events.watch(folder_.in());
  if (Status status = arrivals_.look(); !status.ok()) return status;
  const auto settings = settings_.now();
  if (!settings.ok()) return settings.error();
  const std::lock_guard lock(mutex_);
  state_.priority = (*settings)->priority;
  state_.incomplete = arrivals_.incomplete();
  out_ = (*settings)->out;
  return {};
}

void WatchedQueue::look(FolderEvents& events) {
  const Status status = look_at_folders(events);
  const std::lock_guard lock(mutex_);
  set_trouble(look_trouble_, status.ok() ? "" : one_line(status.error(), as_option));
}

void WatchedQueue::clean() {
  const auto settings = settings_.now();
  if (!settings.ok() || !(*settings)->keep_done) return;
  std::error_code error;
  for (fs::directory_iterator each(folder_.done(), error), end; !error && each != end; each.increment(error)) {
    const auto age = age_of(each->path().string());
    if (!age || *age < (*settings)->keep_done->count()) continue;
    std::error_code ignored;
    fs::remove_all(each->path(), ignored);
  }
}

std::optional<WatchedQueue::Urgency> WatchedQueue::urgency(std::uint64_t most_bytes) {
  const std::lock_guard lock(mutex_);
  if (!is_open()) return std::nullopt;
  if (has_left()) return Urgency{state_.priority, 0};
  const auto arrival = arrivals_.first(most_bytes);
  return arrival ? std::optional(Urgency{state_.priority, arrival->order}) : std::nullopt;
}

std::optional<NextJob> WatchedQueue::next(std::uint64_t most_bytes) {
  const std::lock_guard lock(mutex_);
  if (!is_open()) return std::nullopt;
  if (has_left()) {
    NextJob job{.arrival = {}, .page = std::move(left_.front().page)};
    left_.pop_front();
    return job;
  }
  const auto arrival = arrivals_.first(most_bytes);
  if (!arrival || !arrivals_.remove(*arrival)) return std::nullopt;
  return NextJob{.arrival = arrival, .page = {}};
}

std::shared_ptr<const QueueSettings> WatchedQueue::settings() {
  auto settings = settings_.now();
  if (settings.ok()) return *settings;
  const std::lock_guard lock(mutex_);
  set_trouble(look_trouble_, one_line(settings.error(), as_option));
  return nullptr;
}

std::optional<TakenPage> WatchedQueue::take(const NextJob& job) {
  if (job.page) return job.page;
  auto page = TakenPage::take(folder_.in(), job.arrival->name, instance_.new_folder());
  if (!page.ok()) {
    arrivals_.put_back(*job.arrival);
    wait(one_line(page.error(), as_option));
    return std::nullopt;
  }
  if (*page) remove_marker(folder_.in(), job.arrival->name);
  return *std::move(page);
}

void WatchedQueue::put_back(const NextJob& job) {
  if (job.page) return retry(*job.page);
  arrivals_.put_back(*job.arrival);
}

void WatchedQueue::retry(TakenPage page) {
  const std::lock_guard lock(mutex_);
  left_.push_back({std::move(page), Clock::now() + retry_after_});
}

void WatchedQueue::wait(const std::string& why, std::optional<TakenPage> page) {
  const std::lock_guard lock(mutex_);
  if (page) left_.push_front({*std::move(page), Clock::time_point{}});
  set_trouble(job_trouble_, why);
  waits_until_ = Clock::now() + retry_after_;
}

void WatchedQueue::count(bool is_done, double pixels, double seconds) {
  const std::lock_guard lock(mutex_);
  set_trouble(job_trouble_, "");
  ++(is_done ? state_.done : state_.failed);
  state_.pixels += pixels;
  state_.seconds += seconds;
}

QueueState WatchedQueue::state() {
  const std::size_t waiting = arrivals_.complete();
  std::string out;
  QueueState state;
  {
    const std::lock_guard lock(mutex_);
    state = state_;
    state.waiting = waiting;
    state.retried = left_.size();
    state.trouble = look_trouble_.empty() ? job_trouble_ : look_trouble_;
    out = out_;
  }
  if (!out.empty()) state.free_bytes = free_bytes_at(out);
  return state;
}

}  // namespace platerip::rip
