// Bytes that go out once, to a pipe or a file.
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

/// Writes to an open descriptor, in pieces. One thread at a time.
class OutputStream {
 public:
  /// `fd` stays the caller's; `name` is how messages call it. `stop` is asked before every piece and while nobody
  /// reads: true is an error.
  /// `patience`: how long despite_stop() waits for a reader that takes nothing. Less than the 30 seconds after which
  /// cupsd kills a filter.
  OutputStream(int fd, std::string name, std::function<bool()> stop = {},
               std::chrono::milliseconds patience = std::chrono::seconds(5));

  /// Bytes written so far, those not flushed yet included.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Errors: nobody reads any more (SIGPIPE must be ignored), the disk is full, or writing was stopped; what did not go
  /// out then is kept back.
  Status write(std::span<const std::byte> bytes);

  /// Hands over what write() has kept back.
  Status flush();

  /// Runs `last_words`, whose writing goes on though stop says true, until the reader has taken nothing for as long as
  /// patience lasts.
  Status despite_stop(const std::function<Status()>& last_words);

  /// Whether nothing can be written any more: an error that was no stop has been told.
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
