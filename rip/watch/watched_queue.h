// A queue as a service sees it.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
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
  std::optional<TakenPage> page;  ///< set if it is taken
  bool is_large = false;          ///< is_large_page()
  std::string told = {};          ///< why the page is tried again, as the journal was told; "" if it is not

  [[nodiscard]] const std::string& name() const { return page ? page->name() : arrival->name; }
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
  /// Removes the pages from done/ and failed/ that are not to be kept. By the thread of look().
  void clean();

  /// How urgent the first job is: the queue's priority, and the order of its arrival. Nothing if there is none, or the
  /// queue waits. `is_small`: large pages do not count. Thread-safe, like the functions below.
  struct Urgency {
    int priority = 0;
    std::uint64_t order = 0;
  };
  [[nodiscard]] std::optional<Urgency> urgency(bool is_small);
  /// The first job, which is no longer in the queue. Nothing if somebody was faster.
  std::optional<NextJob> next(bool is_small);

  /// Takes the page of a job from in/, unless it is taken. False if it is gone or has changed, or cannot be taken now.
  bool take(NextJob& job);
  /// The settings as they are now. Nothing if the queue now waits.
  std::shared_ptr<const QueueSettings> settings();

  /// Puts a job back that was not begun.
  void put_back(NextJob job);
  /// The page of a job is to be tried again after a while. Tells why, unless that is known.
  void retry(NextJob job, const std::string& why);
  /// The whole queue waits for a while. Tells why, unless it waits already. `job`: is to be tried first after that.
  void wait(const std::string& why, std::optional<NextJob> job = std::nullopt);
  /// Counts a job that has ended.
  void count(bool is_done, double pixels, double seconds);

  [[nodiscard]] QueueState state();

 private:
  struct Left {
    NextJob job;
    Clock::time_point when;
  };
  Status look_at_folders(FolderEvents& events);
  void set_trouble(std::string& trouble, const std::string& why);
  [[nodiscard]] bool is_open() const { return look_trouble_.empty() && Clock::now() >= waits_until_; }
  [[nodiscard]] std::list<Left>::iterator first_left(bool is_small);
  void cannot_take(const std::string& name, const Error& error);

  const QueueFolder folder_;
  const Clock::duration retry_after_;
  CurrentSettings settings_;
  Arrivals arrivals_;
  Instance instance_;

  std::mutex mutex_;               // of all below
  std::list<Left> left_;           // the first whose time has come is next
  std::set<std::string> refused_;  // pages that cannot be taken, as the journal was told
  Clock::time_point waits_until_{};
  std::string look_trouble_;  // why the folders cannot be used; "" if they can
  std::string job_trouble_;   // why the last job is to be tried again; "" if it is not
  QueueState state_;
  std::string out_;
};

}  // namespace platerip::rip
