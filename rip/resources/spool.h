// A temporary file without a name: gone when it is closed, however the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/status.h"

namespace platerip::rip {

/// May `rows` rows of `row_bytes` bytes of what cannot stream wait in TMPDIR? `limit`: bytes that may, as the user gave
/// them. `name` is how messages call it. Errors: they are more.
Status check_spool(const std::string& name, std::int64_t rows, std::int64_t row_bytes, std::int64_t limit);

/// For what cannot stream. In TMPDIR, else /tmp. One thread at a time.
class Spool {
 public:
  /// `name` is how messages call what is kept. Errors: no file can be made there.
  static Result<Spool> create(std::string name);

  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&& other) noexcept;
  ~Spool();

  /// Stays this spool's own.
  [[nodiscard]] int fd() const { return fd_; }

  /// Errors: the disk is full.
  Status append(std::span<const std::byte> bytes);

  /// Reads all of `out` from `offset`. Precondition: so much was appended. Errors: the disk fails.
  Status read(std::int64_t offset, std::span<std::byte> out) const;

 private:
  Spool(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

  int fd_ = -1;
  std::string name_;
  std::int64_t size_ = 0;
};

}  // namespace platerip::rip
