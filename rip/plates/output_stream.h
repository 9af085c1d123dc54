// A stream of bytes to a pipe or a file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// Writes to an open descriptor, in pieces, with a buffer. One thread at a time.
class OutputStream {
 public:
  /// The caller keeps `fd`. Messages call the stream `name`. `stop` is polled before each piece and while nobody reads;
  /// when it returns true, writing fails. `patience` limits how long despite_stop() waits for an idle reader. It should
  /// be less than the 30 seconds after which cupsd kills a filter.
  OutputStream(int fd, std::string name, std::function<bool()> stop = {},
               std::chrono::milliseconds patience = std::chrono::seconds(5));

  /// Bytes written so far, including buffered ones.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Writes bytes. Errors: the reader has closed the pipe (SIGPIPE must be ignored), the disk is full, or writing was
  /// stopped. After being stopped, the unwritten bytes stay in the buffer.
  Status write(std::span<const std::byte> bytes);

  /// Writes the buffered bytes. Errors: those of write().
  Status flush();

  /// Runs `last_words` and returns its result. It may write even if `stop` returns true. Then writing fails only when
  /// the reader has taken nothing for the duration of `patience`.
  Status despite_stop(const std::function<Status()>& last_words);

  /// Whether writing failed for a reason other than `stop`. Then nothing more can be written.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  Status write_through(std::span<const std::byte>& bytes);
  [[nodiscard]] bool is_stopped() const { return stop_ && stop_(); }

  int fd_;
  std::string name_;
  std::function<bool()> stop_;
  std::chrono::milliseconds patience_;
  std::uint64_t position_ = 0;
  std::vector<std::byte> buffer_;
  bool despite_stop_ = false;
  bool failed_ = false;
};

}  // namespace platerip::rip
