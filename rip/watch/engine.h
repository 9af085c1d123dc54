// What jobs are made with, opened once for all of them: presses, tables, a GPU, threads.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else. They are
// thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/page/run_resources.h"

namespace platerip::rip {

class Engine {
 public:
  using Clock = std::chrono::steady_clock;

  /// What a status shows.
  struct Counts {
    std::size_t presses = 0;   ///< that are open
    std::uint64_t opened = 0;  ///< presses that were opened since the start
    bool has_gpu = false;
    int threads = 0;  ///< of all jobs together
    int pages = 0;    ///< in work
  };

  /// `threads`: of all jobs together; 0: one per core.
  explicit Engine(int threads);

  /// What the pages of `job` share, opened now if no job with the same settings and the same files came before.
  /// `page_bytes`: the size of its pages, which says whether a GPU is worth it. Errors: those of open_press().
  Result<RunResources> resources_for(const Job& job, std::uintmax_t page_bytes);

  /// A page's share of the threads, as long as it is in work.
  class Share {
   public:
    explicit Share(Engine& engine);
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share();
    [[nodiscard]] int threads() const { return threads_; }

   private:
    Engine& engine_;
    int threads_;
  };

  /// Gives back what no job has used for this time.
  void give_back(std::chrono::duration<double> idle);

  [[nodiscard]] Counts counts() const;

 private:
  struct Open {
    RunResources resources;
    Clock::time_point used;
  };
  std::shared_ptr<Gpu> gpu_for(const Job& job, std::uintmax_t page_bytes);

  mutable std::mutex mutex_;
  int threads_;
  int pages_ = 0;
  std::uint64_t opened_ = 0;
  std::map<std::string, Open> open_;
  std::shared_ptr<RunMemory> memory_ = make_run_memory();
  std::shared_ptr<Gpu> gpu_;
  std::string gpu_wish_;
  Clock::time_point gpu_used_;
};

}  // namespace platerip::rip
