// Bytes that come in once, from a pipe or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// Reads an open descriptor from where it stands. One thread at a time.
class InputStream {
 public:
  /// `fd` stays the caller's; `name` is how messages call it. `stop` is asked while nothing comes: true is an error.
  InputStream(int fd, std::string name, std::function<bool()> stop = {});

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Bytes read so far.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Up to `bytes` of the next bytes, at most 4096, which stay to be read: fewer only where the stream ends. Errors: as
  /// read().
  Result<std::span<const std::byte>> peek(std::size_t bytes);

  /// Reads the next `bytes` bytes and gives their number: fewer only at the end. Errors: reading fails, or was stopped.
  Result<std::size_t> read(std::byte* out, std::size_t bytes);

  /// Reads on to the end, so that who writes is not cut off. Errors: as read().
  Status skip_rest();

 private:
  Result<std::size_t> read_some(std::byte* out, std::size_t bytes);

  int fd_;
  std::string name_;
  std::function<bool()> stop_;
  std::vector<std::byte> buffer_;
  std::uint64_t position_ = 0;
  std::size_t begin_ = 0;  // of what is in the buffer and was not read yet
  std::size_t end_ = 0;
};

}  // namespace platerip::rip
