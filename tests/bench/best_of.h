// How the benchmarks measure time: the best of several runs counts, because other users of the machine disturb some
// runs.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>

namespace platerip {

inline constexpr int least_runs = 5;

/// Runs `work`, which processes `pixels` pixels, at least least_runs times and as often as the library wants. Sets two
/// counters: px/s of the best run, and the number of runs. Use CLOCK_MONOTONIC as `clock` for work on several threads.
/// For work on one thread use CLOCK_THREAD_CPUTIME_ID, which other users of the machine disturb less. Needs
/// UseManualTime().
template <typename Work>
void measure_best(benchmark::State& state, clockid_t clock, std::int64_t pixels, Work work) {
  const auto seconds_now = [clock] {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
  };
  double best = std::numeric_limits<double>::infinity();
  int runs = 0;
  const auto run = [&] {
    const double start = seconds_now();
    work();
    const double seconds = seconds_now() - start;
    best = std::min(best, seconds);
    ++runs;
    return seconds;
  };
  for (auto _ : state) state.SetIterationTime(run());
  while (runs < least_runs) run();
  state.counters["px/s"] = static_cast<double>(pixels) / best;
  state.counters["runs"] = runs;
}

}  // namespace platerip
