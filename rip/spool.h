// A temporary file without a name: gone when it is closed, however the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "status.h"

namespace platerip::rip {

/// For what cannot stream. In TMPDIR, else /tmp. One thread at a time.
class Spool {
 public:
  /// At most `limit` bytes. Errors: no file can be made there.
  static Result<Spool> create(std::int64_t limit);

  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&& other) noexcept;
  ~Spool();

  /// Stays this spool's own.
  [[nodiscard]] int fd() const { return fd_; }

  /// Errors: the limit is passed, or the disk is full.
  Status append(std::span<const std::byte> bytes);

  /// Reads all of `out` from `offset`. Precondition: so much was appended. Errors: the disk fails.
  Status read(std::int64_t offset, std::span<std::byte> out) const;

 private:
  Spool(int fd, std::int64_t limit) : fd_(fd), limit_(limit) {}

  int fd_ = -1;
  std::int64_t limit_ = 0;
  std::int64_t size_ = 0;
};

}  // namespace platerip::rip
