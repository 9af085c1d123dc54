#include "rip/page/strip_loop.h"

#include <oneapi/tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

#include "rip/resources/thread_arena.h"

namespace platerip::rip {
namespace {

namespace tbb = oneapi::tbb;

// The first error of some steps.
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

// Runs a step, and counts its time. Whether there was no error.
bool run_step(const StripSteps::Step& step, StripInFlight& strip, double Seconds::*clock, FirstError& error) {
  const auto start = std::chrono::steady_clock::now();
  const Status status = step(strip);
  strip.seconds.*clock += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!status.ok()) error.set(status.error());
  return status.ok();
}

// Hands out the strips in turn, each with the next rows to read.
class StripSource {
 public:
  StripSource(const RowsDone& done, const RowsToMake& rows, std::int64_t page_height, const StripSet& set,
              const std::function<bool()>& ends_early)
      : row_(done.given), known_(done.written), next_(done.strips), rows_(rows), set_(set), ends_early_(ends_early) {
    // Rows held back beyond `rows.last` are not waited for.
    const std::int64_t wanted = set.held_back - (rows.end - rows.last);
    empty_ = (std::max<std::int64_t>(0, wanted) + set.plan.rows - 1) / set.plan.rows;
    ends_page_ = rows.end == page_height || wanted > 0;
  }

  /// The next strip; null after the last.
  StripInFlight* next() {
    if (row_ >= rows_.end && empty_-- == 0) return nullptr;
    if (row_ < rows_.end && ends_early_ && ends_early_()) return nullptr;
    StripInFlight& strip = set_.strips[next_++ % set_.strips.size()];
    strip.first_row = row_;
    strip.is_read = false;
    strip.rows = std::max<std::int64_t>(0, std::min(set_.plan.rows, rows_.end - row_));
    strip.tones.first = std::max(row_, known_);
    row_ += strip.rows;
    if (strip.rows > 0 && row_ < rows_.end) row_ = rows_.next(row_);
    strip.last = row_ >= rows_.end && ends_page_;
    return &strip;
  }

  /// The first row that no strip has.
  [[nodiscard]] std::int64_t row() const { return row_; }
  /// How many strips it has handed out.
  [[nodiscard]] std::size_t strips() const { return next_; }

 private:
  std::int64_t row_;
  std::int64_t known_;  // the tones of the rows above
  std::size_t next_;
  const RowsToMake& rows_;
  const StripSet& set_;
  const std::function<bool()>& ends_early_;
  std::int64_t empty_ = 0;  // strips without rows, after the last row
  bool ends_page_ = false;  // whether the halftone is to finish all rows
};

// Leaves out the first rows of the strip's plates, so that the next ones come first.
void leave_out(StripInFlight& strip, std::int64_t rows) {
  strip.first_plate_row += rows;
  strip.plate_rows -= rows;
  for (const halftone::Plate& plate : strip.plates)
    std::memmove(plate.pixels, plate.pixels + rows * plate.stride,
                 static_cast<std::size_t>(strip.plate_rows * plate.stride));
}

// Leaves out rows that are on the plates already, and rows that are not wanted.
void leave_out_rows(StripInFlight& strip, std::int64_t on_plates, std::int64_t last) {
  const std::int64_t before = std::clamp<std::int64_t>(on_plates - strip.first_plate_row, 0, strip.plate_rows);
  if (before > 0) leave_out(strip, before);
  strip.plate_rows = std::clamp<std::int64_t>(last - strip.first_plate_row, 0, strip.plate_rows);
}

// What happens to a strip at each step.
class StripLoop {
 public:
  StripLoop(RowsDone& done, const RowsToMake& rows, std::int64_t page_height, const StripSet& set,
            const StripSteps& steps)
      : done_(done),
        rows_(rows),
        steps_(steps),
        source_(done, rows, page_height, set, steps.ends_early),
        plate_row_(done.made) {}

  StripInFlight* read(tbb::flow_control& flow) {
    StripInFlight* const strip = is_over() ? nullptr : source_.next();
    if (strip == nullptr) {
      flow.stop();
    } else if (strip->rows > 0) {
      run_step(steps_.read, *strip, &Seconds::read, error_);
    }
    return strip;
  }

  StripInFlight* take(StripInFlight* strip) {
    if (!is_over()) run_step(steps_.take, *strip, &Seconds::separate, failure_);
    return strip;
  }

  StripInFlight* give_first(StripInFlight* strip) {
    strip->first_plate_row = plate_row_;
    strip->plate_rows = 0;
    strip->is_given = !is_over() && run_step(steps_.give.front(), *strip, &Seconds::halftone, failure_);
    if (strip->plate_rows > 0) plate_row_ = rows_.next(plate_row_ + strip->plate_rows);
    return strip;
  }

  StripInFlight* give(const StripSteps::Step& part, StripInFlight* strip) {
    strip->is_given = strip->is_given && !is_over() && run_step(part, *strip, &Seconds::halftone, failure_);
    return strip;
  }

  void write(StripInFlight* strip) {
    if (!strip->is_given || error_.is_set()) return;
    leave_out_rows(*strip, done_.on_plates, rows_.last);
    if (strip->rows == 0 && strip->plate_rows == 0) return;
    const bool is_written = run_step(steps_.write, *strip, &Seconds::write, error_);
    if (is_written && strip->rows > 0) done_.written = std::max(done_.written, strip->first_row + strip->rows);
    if (is_written && strip->plate_rows > 0) done_.on_plates = rows_.next(strip->first_plate_row + strip->plate_rows);
  }

  LoopEnd end() {
    done_.given = source_.row();
    done_.strips = source_.strips();
    done_.made = plate_row_;
    if (error_.is_set()) return {error_.status()};
    if (failure_.is_set()) return {failure_.status(), true};
    if (done_.given < rows_.end || plate_row_ >= rows_.last) return {};
    return {Error{"the halftone made rows " + std::to_string(rows_.begin) + " to " + std::to_string(plate_row_) +
                  " of " + std::to_string(rows_.last) + "; this is a defect of the program"}};
  }

 private:
  // After an error, strips pass untouched until the pipeline is empty.
  [[nodiscard]] bool is_over() const { return error_.is_set() || failure_.is_set(); }

  RowsDone& done_;
  const RowsToMake& rows_;
  const StripSteps& steps_;
  FirstError error_;    // of read and write
  FirstError failure_;  // of the maker
  StripSource source_;
  std::int64_t plate_row_;
};

}  // namespace

// At most in_flight strips are between read and write, and they leave in the order in which they entered. So each strip
// is free when it is its turn again.
LoopEnd run_strips(RowsDone& done, const RowsToMake& rows, std::int64_t page_height, const StripSet& set, int threads,
                   const StripSteps& steps) {
  using Strip = StripInFlight*;
  constexpr auto in_order = tbb::filter_mode::serial_in_order;
  StripLoop loop(done, rows, page_height, set, steps);
  auto to_plates = tbb::make_filter<void, Strip>(in_order, [&](tbb::flow_control& flow) { return loop.read(flow); }) &
                   tbb::make_filter<Strip, Strip>(steps.take_in_order ? in_order : tbb::filter_mode::parallel,
                                                  [&](Strip strip) { return loop.take(strip); }) &
                   tbb::make_filter<Strip, Strip>(in_order, [&](Strip strip) { return loop.give_first(strip); });
  for (const StripSteps::Step& part : std::span(steps.give).subspan(1)) {
    to_plates =
        to_plates & tbb::make_filter<Strip, Strip>(in_order, [&](Strip strip) { return loop.give(part, strip); });
  }
  ThreadArena(threads).execute([&] {
    tbb::parallel_pipeline(
        static_cast<std::size_t>(set.plan.in_flight),
        to_plates & tbb::make_filter<Strip, void>(in_order, [&](Strip strip) { loop.write(strip); }));
  });
  return loop.end();
}

}  // namespace platerip::rip
