// Bytes that go out once, to a pipe or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "status.h"

namespace platerip::rip {

/// Writes to an open descriptor, in pieces. One thread at a time.
class OutputStream {
 public:
  /// `fd` stays the caller's; `name` is how messages call it. `stop` is asked while nobody reads: true is an error.
  OutputStream(int fd, std::string name, std::function<bool()> stop = {});

  /// Bytes written so far, those not flushed yet included.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Errors: nobody reads any more (SIGPIPE must be ignored), the disk is full, or writing was stopped.
  Status write(std::span<const std::byte> bytes);

  /// Hands over what write() has kept back.
  Status flush();

 private:
  Status write_through(std::span<const std::byte> bytes);

  int fd_;
  std::string name_;
  std::function<bool()> stop_;
  std::uint64_t position_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace platerip::rip
