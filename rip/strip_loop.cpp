#include "rip/strip_loop.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

#include "rip/thread_arena.h"

namespace platerip::rip {
namespace {

namespace tbb = oneapi::tbb;

// The first error of any stage; after it the stages pass strips on untouched until the pipeline is empty.
class FirstError {
 public:
  void set(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    is_set_ = true;
  }
  [[nodiscard]] bool is_set() const { return is_set_; }
  [[nodiscard]] Status status() {
    const std::lock_guard lock(mutex_);
    return error_ ? Status(*error_) : Status();
  }

 private:
  std::mutex mutex_;
  std::optional<Error> error_;
  std::atomic<bool> is_set_ = false;
};

void run_stage(const StripStages::Stage& stage, StripInFlight& strip, double Seconds::*clock, FirstError& error) {
  if (error.is_set()) return;
  const auto start = std::chrono::steady_clock::now();
  const Status status = stage(strip);
  strip.seconds.*clock += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!status.ok()) error.set(status.error());
}

}  // namespace

Status run_strips(std::int64_t height, const StripPlan& plan, int threads, std::span<StripInFlight> strips,
                  const StripStages& stages) {
  FirstError error;
  std::int64_t next_row = 0;
  std::size_t next_strip = 0;

  // At most in_flight strips are between read and write, and they leave in the order in which they came: when a strip's
  // turn comes round again, it is free.
  const auto read = [&](tbb::flow_control& flow) -> StripInFlight* {
    if (next_row == height || error.is_set()) {
      flow.stop();
      return nullptr;
    }
    StripInFlight& strip = strips[next_strip];
    next_strip = (next_strip + 1) % strips.size();
    strip.first_row = next_row;
    strip.rows = std::min(plan.rows, height - next_row);
    next_row += strip.rows;
    run_stage(stages.read, strip, &Seconds::read, error);
    return &strip;
  };
  const auto pass_on = [&error](const StripStages::Stage& stage, double Seconds::*clock) {
    return [&error, &stage, clock](StripInFlight* strip) {
      run_stage(stage, *strip, clock, error);
      return strip;
    };
  };
  const auto write = [&](StripInFlight* strip) { run_stage(stages.write, *strip, &Seconds::write, error); };

  using tbb::filter_mode;
  using Strip = StripInFlight*;
  const filter_mode separating = stages.separate_in_order ? filter_mode::serial_in_order : filter_mode::parallel;
  ThreadArena(threads).execute([&] {
    tbb::parallel_pipeline(
        static_cast<std::size_t>(plan.in_flight),
        tbb::make_filter<void, Strip>(filter_mode::serial_in_order, read) &
            tbb::make_filter<Strip, Strip>(separating, pass_on(stages.separate, &Seconds::separate)) &
            tbb::make_filter<Strip, Strip>(filter_mode::serial_in_order, pass_on(stages.halftone, &Seconds::halftone)) &
            tbb::make_filter<Strip, void>(filter_mode::serial_in_order, write));
  });
  return error.status();
}

ParallelFor on_threads(int threads) {
  return [threads](int count, const std::function<void(int)>& task) {
    ThreadArena(threads).execute([&] { tbb::parallel_for(0, count, task, tbb::simple_partitioner()); });
  };
}

// Isolated, so that a thread that waits for its strip's tasks does not pick up another strip's stage in between.
void parallel_for(int count, const std::function<void(int)>& task) {
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(0, count, task); });
}

}  // namespace platerip::rip
