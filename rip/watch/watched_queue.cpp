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
#include "rip/watch/large_page.h"
#include "rip/watch/moves.h"
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

// Plates that fill a disk to its last byte stop others who need it.
Status check_free(const std::string& folder, std::uint64_t least) {
  const std::uint64_t free = free_bytes_at(folder);
  if (free == 0 || free >= least) return {};
  return Error{tiffio::printable(folder) + ": less than " + tiffio::size_text(least) + " are free; make room",
               ErrorCode::no_space};
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
    const auto stamp = page_stamp(page.path()).value_or(PageStamp());
    NextJob job{.arrival = {}, .page = page, .is_large = is_large_page(page.path(), stamp)};
    // The oftener services have died of it, the longer others go first.
    const int deaths = page.deaths();
    const std::lock_guard lock(mutex_);
    if (deaths < 2) {
      left_.push_front({std::move(job), Clock::time_point{}});
    } else {
      left_.push_back({std::move(job), Clock::now() + deaths * retry_after_});
    }
  }
  events.watch(folder_.in());
  if (Status status = arrivals_.look(); !status.ok()) return status;
  const auto settings = settings_.now();
  if (!settings.ok()) return settings.error();
  const std::lock_guard lock(mutex_);
  state_.priority = (*settings)->priority;
  state_.incomplete = arrivals_.incomplete();
  out_ = (*settings)->out;
  const Status status = check_free(out_, (*settings)->min_free);
  return status.ok() ? check_free(folder_.path, (*settings)->min_free) : status;
}

void WatchedQueue::look(FolderEvents& events) {
  const Status status = look_at_folders(events);
  const std::lock_guard lock(mutex_);
  set_trouble(look_trouble_, status.ok() ? "" : one_line(status.error(), as_option));
}

void WatchedQueue::clean() {
  const auto settings = settings_.now();
  if (!settings.ok()) return;
  clean_folder(folder_.done(), (*settings)->keep_done);
  clean_folder(folder_.failed(), (*settings)->keep_failed);
}

// The first page that was left and is to be tried again now; the end if there is none.
std::list<WatchedQueue::Left>::iterator WatchedQueue::first_left(bool is_small) {
  const auto now = Clock::now();
  return std::ranges::find_if(left_,
                              [&](const Left& left) { return now >= left.when && !(is_small && left.job.is_large); });
}

std::optional<WatchedQueue::Urgency> WatchedQueue::urgency(bool is_small) {
  const std::lock_guard lock(mutex_);
  if (!is_open()) return std::nullopt;
  if (first_left(is_small) != left_.end()) return Urgency{state_.priority, 0};
  const auto arrival = arrivals_.first(is_small);
  return arrival ? std::optional(Urgency{state_.priority, arrival->order}) : std::nullopt;
}

std::optional<NextJob> WatchedQueue::next(bool is_small) {
  const std::lock_guard lock(mutex_);
  if (!is_open()) return std::nullopt;
  if (const auto left = first_left(is_small); left != left_.end()) {
    NextJob job = std::move(left->job);
    left_.erase(left);
    return job;
  }
  const auto arrival = arrivals_.first(is_small);
  if (!arrival || !arrivals_.remove(*arrival)) return std::nullopt;
  return NextJob{.arrival = arrival, .page = {}, .is_large = arrival->is_large.value_or(false)};
}

std::shared_ptr<const QueueSettings> WatchedQueue::settings() {
  auto settings = settings_.now();
  if (settings.ok()) return *settings;
  const std::lock_guard lock(mutex_);
  set_trouble(look_trouble_, one_line(settings.error(), as_option));
  return nullptr;
}

// A page that has changed since it was complete is found again, and must be complete again.
bool WatchedQueue::take(NextJob& job) {
  if (job.page) return true;
  const std::string& name = job.arrival->name;
  if (page_stamp(path_in(folder_.in(), name)) != job.arrival->stamp) return false;
  auto page = TakenPage::take(folder_.in(), name, instance_.new_folder());
  if (!page.ok()) {
    cannot_take(name, page.error());
    return false;
  }
  job.page = *std::move(page);
  if (!job.page) return false;
  remove_marker(folder_.in(), name);
  const std::lock_guard lock(mutex_);
  refused_.erase(name);
  return true;
}

// A page of somebody who does not let the service move it is found again at the next look.
void WatchedQueue::cannot_take(const std::string& name, const Error& error) {
  const std::string why = one_line(error, as_option);
  if (error.page.empty()) return wait(why);
  const std::lock_guard lock(mutex_);
  if (refused_.insert(name).second) tell(Level::warning, state_.name + ": " + why);
}

void WatchedQueue::put_back(NextJob job) {
  if (!job.page) return arrivals_.put_back(*job.arrival);
  const std::lock_guard lock(mutex_);
  left_.push_back({std::move(job), Clock::now() + retry_after_});
}

void WatchedQueue::retry(NextJob job, const std::string& why) {
  if (job.told != why) tell(Level::warning, state_.name + ": " + tiffio::printable(job.name()) + ": waits: " + why);
  job.told = why;
  put_back(std::move(job));
}

// Pages wait for one reason, but each tells it with the names of its own files.
void WatchedQueue::wait(const std::string& why, std::optional<NextJob> job) {
  const std::lock_guard lock(mutex_);
  if (job) left_.push_front({*std::move(job), Clock::time_point{}});
  if (job_trouble_.empty()) set_trouble(job_trouble_, why);
  job_trouble_ = why;
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
  const std::size_t waiting = arrivals_.waiting();
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
