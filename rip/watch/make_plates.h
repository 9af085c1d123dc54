// Makes the plates of a page that was taken. May throw std::bad_alloc, std::system_error if no thread can be started,
// and nothing else. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/watch/engine.h"
#include "rip/watch/queue_settings.h"
#include "rip/watch/taken_page.h"

namespace platerip::rip {

/// How far a job is. Thread-safe.
class JobProgress {
 public:
  struct State {
    std::size_t page = 0;  ///< that is being made, from 1; 0 before the first
    std::size_t pages = 0;
    double share = 0;   ///< of this page that is done, 0 to 1
    double pixels = 0;  ///< that are done
  };
  [[nodiscard]] State state() const;
  void begin_page(std::size_t page, std::size_t pages);
  void update(double share, double pixels_of_page);

 private:
  mutable std::mutex mutex_;
  State state_;
  double pixels_before_ = 0;  // of the pages before
};

/// What became of a job.
struct JobReport {
  std::size_t pages = 0;
  double pixels = 0;
  std::vector<std::string> warnings;  ///< what the command would say, each once
};

/// Makes the plates of all pages of `page` in page.plates(), as the command would. Goes on where an earlier service has
/// stopped if the job has checkpoints. `resources`: Engine::resources_for(settings.job). Errors: the first page that
/// cannot be made, or what the command refuses; or `stop` returned true (ErrorCode::stopped). Messages name the page
/// without its folder.
Result<JobReport> make_plates(const TakenPage& page, const QueueSettings& settings, const RunResources& resources,
                              Engine& engine, const std::function<bool()>& stop, JobProgress& progress);

}  // namespace platerip::rip
