// A queue as a service sees it.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rip/watch/arrivals.h"
#include "rip/watch/folder_events.h"
#include "rip/watch/instance.h"
#include "rip/watch/queue_folder.h"
#include "rip/watch/queue_settings.h"
#include "rip/watch/service_options.h"
#include "rip/watch/service_state.h"
#include "rip/watch/taken_page.h"

namespace platerip::rip {

/// What a worker is to do next: take a page that has arrived, or go on with one that was taken before.
struct NextJob {
  std::optional<Arrival> arrival;
  std::optional<TakenPage> page;  ///< set if `arrival` is not
};

class WatchedQueue {
 public:
  using Clock = std::chrono::steady_clock;

  WatchedQueue(const QueueFolder& folder, const ServiceOptions& options);

  [[nodiscard]] const QueueFolder& folder() const { return folder_; }

  /// Looks at the queue's folders, and gives a sign of life. One thread at a time.
  void look(FolderEvents& events);
  /// A page is complete. By the thread of look().
  void completed(const std::string& name) { arrivals_.completed(name); }
  /// Removes pages from done/ that have been there for long enough. By the thread of look().
  void clean();

  /// How urgent the first job is: the queue's priority, and the order of its arrival. Nothing if there is none, or the
  /// queue waits. `most_bytes`: of pages. Thread-safe, like the functions below.
  struct Urgency {
    int priority = 0;
    std::uint64_t order = 0;
  };
  [[nodiscard]] std::optional<Urgency> urgency(std::uint64_t most_bytes);
  /// The first job, which is no longer in the queue. Nothing if somebody was faster.
  std::optional<NextJob> next(std::uint64_t most_bytes);

  /// Takes the page of a job from in/. Nothing if it is gone, or if the queue now waits.
  std::optional<TakenPage> take(const NextJob& job);
  /// The settings as they are now. Nothing if the queue now waits.
  std::shared_ptr<const QueueSettings> settings();

  /// Puts a job back that was not begun.
  void put_back(const NextJob& job);
  /// The page is to be tried again after a while.
  void retry(TakenPage page);
  /// The whole queue waits for a while. Tells why, unless that is known. `page`: is to be tried first after that.
  void wait(const std::string& why, std::optional<TakenPage> page = std::nullopt);
  /// Counts a job that has ended.
  void count(bool is_done, double pixels, double seconds);

  [[nodiscard]] QueueState state();

 private:
  struct Left {
    TakenPage page;
    Clock::time_point when;
  };
  Status look_at_folders(FolderEvents& events);
  void set_trouble(std::string& trouble, const std::string& why);
  [[nodiscard]] bool is_open() const { return look_trouble_.empty() && Clock::now() >= waits_until_; }
  [[nodiscard]] bool has_left() const { return !left_.empty() && Clock::now() >= left_.front().when; }

  const QueueFolder folder_;
  const Clock::duration retry_after_;
  CurrentSettings settings_;
  Arrivals arrivals_;
  Instance instance_;

  std::mutex mutex_;      // of all below
  std::list<Left> left_;  // by time
  Clock::time_point waits_until_{};
  std::string look_trouble_;  // why the folders cannot be used; "" if they can
  std::string job_trouble_;   // why the last job is to be tried again; "" if it is not
  QueueState state_;
  std::string out_;
};

}  // namespace platerip::rip
