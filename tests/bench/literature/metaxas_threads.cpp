// Metaxas: the linear array, with threads as processors. There are fewer than (n + m)/3 threads, so slices are wider:
// each thread has one, and waits for its neighbours twice in every row.
#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <thread>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/metaxas.h"

namespace platerip::literature {
namespace {

// The errors of the rows in progress. There are enough rows for all threads; they are reused in turn.
class ErrorRows {
 public:
  ErrorRows(int width, int threads)
      : stride_(width + 2 * halftone::max_reach),
        mask_(std::bit_ceil(static_cast<unsigned>(threads) + 4) - 1),
        errors_(static_cast<std::size_t>(stride_) * (mask_ + 1)) {}
  std::int16_t* row(int y) {
    return errors_.data() + (static_cast<unsigned>(y) & mask_) * stride_ + halftone::max_reach;
  }
  static std::size_t bytes(int width, int threads) {
    return sizeof(std::int16_t) * static_cast<std::size_t>(width + 4) *
           std::bit_ceil(static_cast<unsigned>(threads) + 4);
  }

 private:
  std::size_t stride_;
  unsigned mask_;
  std::vector<std::int16_t> errors_;
};

// How far a thread is: 2y + 1 if the first pixels of its part of row y are done, 2y + 2 if all are.
struct alignas(64) Progress {
  std::atomic<int> done = 0;
  void wait_for(int wanted) const {
    for (int looks = 0; done.load(std::memory_order_acquire) < wanted; ++looks) {
      if (looks > 1000) std::this_thread::yield();
    }
  }
  void tell(int now) { done.store(now, std::memory_order_release); }
};

template <std::size_t filter>
class SlantedSlices {
 public:
  SlantedSlices(const Page& page, int threads, std::uint8_t* levels)
      : page_(page),
        levels_(levels),
        offsets_(page.width + page.height - 1),
        threads_(std::clamp(threads, 1, std::max(1, offsets_ / (2 * lead)))),
        errors_(page.width, threads_),
        progress_(static_cast<std::size_t>(threads_)) {}

  void run() {
    std::vector<std::jthread> threads;
    for (int i = 1; i < threads_; ++i) threads.emplace_back([this, i] { run_slice(i); });
    run_slice(0);
  }

 private:
  // Pixels at a slice's right end that need errors from the next slice: from its first pixels, in the row above.
  static constexpr int lead = delay_of(halftone::error_filters[filter]);

  // Where the slice begins, in columns of the page. The first slice has the bottom left corner.
  [[nodiscard]] int begin_of(int slice) const {
    return static_cast<int>(std::int64_t{offsets_} * slice / threads_) - (page_.height - 1);
  }

  void run_slice(int slice) {
    const int begin = begin_of(slice), end = begin_of(slice + 1);
    for (int y = 0; y < page_.height; ++y) {
      Progress& mine = progress_[static_cast<std::size_t>(slice)];
      if (slice > 0) progress_[static_cast<std::size_t>(slice - 1)].wait_for(2 * y + 2);
      run_row(y, y + begin, y + begin + lead);
      mine.tell(2 * y + 1);
      run_row(y, y + begin + lead, y + end - lead);
      if (slice + 1 < threads_) progress_[static_cast<std::size_t>(slice + 1)].wait_for(2 * y - 1);
      run_row(y, y + end - lead, y + end);
      mine.tell(2 * y + 2);
    }
  }

  void run_row(int y, int begin, int end) {
    begin = std::max(begin, 0);
    end = std::min(end, page_.width);
    if (begin >= end) return;
    std::int16_t* errors[] = {errors_.row(y), errors_.row(y - 1), errors_.row(y - 2)};
    std::uint8_t* levels = levels_ + std::int64_t{y} * page_.width;
    const std::uint8_t* ink = page_.row(y);
    int last[3] = {0, errors[0][begin - 1], errors[0][begin - 2]};  // errors by distance
    for (int x = begin; x < end; ++x) {
      const Pixel pixel = collect<filter>(
          ink[x], [&](int row, int column) -> int { return row == 0 ? last[-column] : errors[-row][x + column]; });
      levels[x] = pixel.level;
      errors[0][x] = static_cast<std::int16_t>(pixel.error);
      last[2] = last[1];
      last[1] = pixel.error;
    }
  }

  const Page& page_;
  std::uint8_t* levels_;
  int offsets_;
  int threads_;
  ErrorRows errors_;
  std::deque<Progress> progress_;
};

std::unique_ptr<Session> begin(const Page& page, const Setting& setting) {
  return cpu_session(page, [setting](const Page& p, std::uint8_t* levels) {
    halftone::with_place_of(*setting.method.info().filter,
                            [&]<std::size_t filter>() { SlantedSlices<filter>(p, threads_of(setting), levels).run(); });
  });
}

}  // namespace

std::vector<Algorithm> metaxas_threads() {
  return {
      {.name = "linear array, threads",
       .paper = "Metaxas",
       .table = "Linear array of processors",
       .cost = "speed-up P/2 for square pages, for the shape of the slices",
       .memory = [](const Page& page, const Setting& setting) -> Footprint {
         return {.host = ErrorRows::bytes(page.width, threads_of(setting))};
       },
       .begin = begin,
       .also = {{.threads = 3},
                {.threads = 3, .method = "fan"},
                {.threads = 3, .method = "jarvis"},
                {.threads = 3, .method = "stucki"}},
       .sweep = {{.threads = 1}, {.threads = 2}, {.threads = 4}, {.threads = 8}, {.threads = 16}, {.threads = 32}}}};
}

}  // namespace platerip::literature
