#include "rip/pipeline/strip_loop.h"

#include <oneapi/tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>

#include "rip/resources/thread_arena.h"

namespace platerip::rip {
namespace {

namespace tbb = oneapi::tbb;

// The first error of any stage. After it, the stages pass strips on untouched until the pipeline is empty.
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

// Hands out the strips in turn, each with the next rows to read.
class StripSource {
 public:
  StripSource(std::int64_t row, std::int64_t height, const StripPlan& plan, std::int64_t held_back,
              std::span<StripInFlight> strips, const std::function<bool()>& ends_early)
      : row_(row),
        height_(height),
        rows_(plan.rows),
        empty_((held_back + plan.rows - 1) / plan.rows),
        strips_(strips),
        ends_early_(ends_early) {}

  /// The next strip; null after the last.
  StripInFlight* next() {
    if (row_ == height_ && empty_-- == 0) return nullptr;
    if (row_ < height_ && ends_early_ && ends_early_()) return nullptr;
    StripInFlight& strip = strips_[next_++ % strips_.size()];
    strip.first_row = row_;
    strip.rows = std::min(rows_, height_ - row_);
    row_ += strip.rows;
    strip.last = row_ == height_;
    return &strip;
  }

  /// The first row that no strip has.
  [[nodiscard]] std::int64_t row() const { return row_; }

 private:
  std::int64_t row_;
  std::int64_t height_;
  std::int64_t rows_;
  std::int64_t empty_;  // strips without rows, after the page's last row
  std::span<StripInFlight> strips_;
  const std::function<bool()>& ends_early_;
  std::size_t next_ = 0;
};

}  // namespace

Status run_strips(std::int64_t height, const StripPlan& plan, std::int64_t held_back, int threads,
                  std::span<StripInFlight> strips, const StripStages& stages) {
  RowsDone done;
  return run_strips(done, height, plan, held_back, threads, strips, stages);
}

Status run_strips(RowsDone& done, std::int64_t height, const StripPlan& plan, std::int64_t held_back, int threads,
                  std::span<StripInFlight> strips, const StripStages& stages) {
  FirstError error;
  StripSource source(done.given, height, plan, held_back, strips, stages.ends_early);
  std::int64_t plate_row = done.on_plates;

  using Strip = StripInFlight*;
  // At most in_flight strips are between read and write, and they leave in the order in which they entered. So each
  // strip is free when it is its turn again.
  const auto read = [&](tbb::flow_control& flow) -> Strip {
    const Strip strip = error.is_set() ? nullptr : source.next();
    if (strip == nullptr) {
      flow.stop();
    } else if (strip->rows > 0) {
      run_stage(stages.read, *strip, &Seconds::read, error);
    }
    return strip;
  };
  const auto separate = [&](Strip strip) {
    run_stage(stages.separate, *strip, &Seconds::separate, error);
    return strip;
  };
  const auto halftone = [&](Strip strip) {
    strip->first_plate_row = plate_row;
    strip->plate_rows = 0;
    run_stage(stages.halftone, *strip, &Seconds::halftone, error);
    plate_row += strip->plate_rows;
    return strip;
  };
  const auto write = [&](Strip strip) {
    if (strip->rows > 0 || strip->plate_rows > 0) run_stage(stages.write, *strip, &Seconds::write, error);
  };

  using tbb::filter_mode;
  const filter_mode separating = stages.separate_in_order ? filter_mode::serial_in_order : filter_mode::parallel;
  auto to_plates = tbb::make_filter<void, Strip>(filter_mode::serial_in_order, read) &
                   tbb::make_filter<Strip, Strip>(separating, separate) &
                   tbb::make_filter<Strip, Strip>(filter_mode::serial_in_order, halftone);
  for (const StripStages::Stage& part : stages.more_halftone) {
    to_plates = to_plates & tbb::make_filter<Strip, Strip>(filter_mode::serial_in_order, [&](Strip strip) {
                  run_stage(part, *strip, &Seconds::halftone, error);
                  return strip;
                });
  }
  ThreadArena(threads).execute([&] {
    tbb::parallel_pipeline(static_cast<std::size_t>(plan.in_flight),
                           to_plates & tbb::make_filter<Strip, void>(filter_mode::serial_in_order, write));
  });
  done = {source.row(), plate_row};
  if (!error.is_set() && done.given == height && plate_row != height) {
    return Error{"the halftone made " + std::to_string(plate_row) + " rows of " + std::to_string(height) +
                 "; this is a defect of the program"};
  }
  return error.status();
}

}  // namespace platerip::rip
