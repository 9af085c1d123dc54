// The service: looks at its queues, and makes the plates of the pages that arrive.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "rip/job/file_stamp.h"
#include "rip/watch/do_job.h"
#include "rip/watch/engine.h"
#include "rip/watch/folder_events.h"
#include "rip/watch/service_options.h"
#include "rip/watch/service_state.h"
#include "rip/watch/watched_queue.h"

namespace platerip::rip {

/// One thread looks at the folders and writes the state; workers make the plates. To be used once.
class Service {
 public:
  /// `words`: of the command line, which is read again when the file of --config changes.
  Service(ServiceOptions options, std::vector<std::string> words);

  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service();

  /// Works until a signal comes (stop_signal.h); then all pages in work are put back, or left with their checkpoints.
  /// May throw std::bad_alloc, or std::system_error if no thread can be started.
  void run();

 private:
  using Clock = std::chrono::steady_clock;
  using Queue = std::shared_ptr<WatchedQueue>;

  /// A job in work.
  struct InWork {
    Queue queue;
    std::string name;
    bool is_large = false;
    std::string cancel_file;  ///< "" until the page is taken
    std::atomic<bool> is_cancelled = false;
    JobProgress progress;
    Clock::time_point start = Clock::now();
  };

  void end_workers();

  // Of the thread that looks.
  void look();
  [[nodiscard]] std::string watched() const;
  void set_queues(const std::vector<std::string>& folders);
  void read_config();
  void clean();
  void look_for_cancelled();
  void tell_state();
  void write_state(const std::optional<std::string>& file, const std::string& text, std::string& trouble);
  ServiceState state();

  // Of the workers.
  void work();
  bool work_once();
  std::shared_ptr<InWork> begin(NextJob& next);
  std::shared_ptr<InWork> begin_next(NextJob& next);
  void make(InWork& job, NextJob next);
  void ended(InWork& job, NextJob next, const JobOutcome& outcome);
  void forget_old_ends();
  void remember(const InWork& job, const char* result, const std::string& text, double seconds);
  void end(const std::shared_ptr<InWork>& job);

  ServiceOptions options_;
  std::vector<std::string> words_;
  FileStamp config_stamp_;
  Engine engine_;
  FolderEvents events_;
  Clock::time_point start_ = Clock::now();
  std::atomic<bool> ends_ = false;
  std::string status_trouble_;  // why the files of the state cannot be written, as the journal was told
  std::string metrics_trouble_;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::vector<Queue> queues_;
  std::vector<std::shared_ptr<InWork>> in_work_;
  std::deque<EndedJob> ended_;
  std::deque<Clock::time_point> ends_of_jobs_;  // of the last minute
  std::vector<std::jthread> workers_;           // last, so that they end before what they use
};

}  // namespace platerip::rip
