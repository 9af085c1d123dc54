// A stream of bytes that can be read once, from a pipe or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// Reads an open descriptor from its current offset. One thread at a time.
class InputStream {
 public:
  /// The caller keeps `fd`. Messages call the stream `name`. `stop` is polled before each piece and while no data
  /// arrive; when it returns true, reading fails.
  InputStream(int fd, std::string name, std::function<bool()> stop = {});

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Bytes read so far.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Returns the next `bytes` bytes without consuming them; fewer only at the end of the stream. Valid until the next
  /// call. Precondition: bytes <= 4096. Errors: those of read().
  Result<std::span<const std::byte>> peek(std::size_t bytes);

  /// Reads the next `bytes` bytes and returns their number, which is smaller only at the end. Errors: reading fails or
  /// was stopped.
  Result<std::size_t> read(std::byte* out, std::size_t bytes);

  /// Reads to the end, so that the writer does not get a broken pipe. Errors: those of read().
  Status skip_rest();

 private:
  Result<std::size_t> read_some(std::byte* out, std::size_t bytes);

  int fd_;
  std::string name_;
  std::function<bool()> stop_;
  std::vector<std::byte> buffer_;
  std::uint64_t position_ = 0;
  std::size_t begin_ = 0;  // the unread bytes in the buffer
  std::size_t end_ = 0;
};

}  // namespace platerip::rip
