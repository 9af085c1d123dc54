// Work on many rows, shared by threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "rip/resources/threads.h"

namespace platerip::rip {

/// Runs `task(0)` … `task(count − 1)` on the threads of the strip loop. The first task's error, if any has one. Throws
/// what `task` throws.
template <typename Task>
Status in_parallel(std::int64_t count, const Task& task) {
  if (count == 1) return task(std::int64_t{0});
  std::vector<Status> done(static_cast<std::size_t>(count));
  parallel_for(static_cast<int>(count), [&](int index) { done[static_cast<std::size_t>(index)] = task(index); });
  const auto failed = std::ranges::find_if(done, [](const Status& status) { return !status.ok(); });
  return failed == done.end() ? Status() : *failed;
}

/// The same with `task(first, count)` for pieces of `rows` rows of `row_bytes` bytes. A piece takes long enough to be
/// worth a thread.
template <typename Task>
Status in_pieces(std::int64_t rows, std::int64_t row_bytes, const Task& task) {
  constexpr std::int64_t piece_bytes = std::int64_t{256} << 10;
  const std::int64_t piece = std::max<std::int64_t>(1, piece_bytes / std::max<std::int64_t>(1, row_bytes));
  return in_parallel((rows + piece - 1) / piece, [&](std::int64_t index) -> Status {
    const std::int64_t first = index * piece;
    return task(first, std::min(piece, rows - first));
  });
}

}  // namespace platerip::rip
