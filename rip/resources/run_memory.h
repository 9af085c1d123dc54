// The memory that the pages of a run take together.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

namespace platerip::rip {

/// Counts the memory of all pages that are in work at the same time, so that pages which need more than usual wait for
/// each other instead of exceeding the most that is allowed. Nothing here allocates memory. Thread-safe.
class RunMemory {
 public:
  /// A page begins, with the usual memory, for which it never waits.
  void begin(std::size_t usual);

  /// A page that holds `from` bytes is to hold `to` bytes. Waits until all pages together then have at most `most`;
  /// while it waits, the page counts as if it held nothing, so that pages cannot block each other. `stop` is polled and
  /// may be empty. False if it returned true; the page then holds `from` bytes as before.
  [[nodiscard]] bool grow(std::size_t from, std::size_t to, std::size_t most, const std::function<bool()>& stop);

  /// A page that holds `bytes` bytes ends.
  void end(std::size_t bytes);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t held_ = 0;
};

}  // namespace platerip::rip
