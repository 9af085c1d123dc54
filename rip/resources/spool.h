// A temporary file without a name, which disappears when it is closed, however the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/status.h"

namespace platerip::rip {

/// TMPDIR, or else /tmp.
std::string temporary_folder();

/// Checks that `rows` rows of `row_bytes` bytes may wait in TMPDIR. `limit` is the user's limit in bytes, `name` the
/// page's name in messages. Errors: the rows exceed the limit.
Status check_spool(const std::string& name, std::int64_t rows, std::int64_t row_bytes, std::int64_t limit);

/// The same for `bytes` bytes of a stream. The error also advises to give the page as a file.
Status check_streamed(const std::string& name, std::int64_t bytes, std::int64_t limit);

/// Keeps data that cannot stream, in TMPDIR or else in /tmp. One thread at a time.
class Spool {
 public:
  /// Makes an empty spool. `name` is the page's name in messages. Errors: no file can be made there.
  static Result<Spool> create(std::string name);

  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&& other) noexcept;
  ~Spool();

  /// The descriptor, which the spool owns.
  [[nodiscard]] int fd() const { return fd_; }

  /// Appends bytes. Errors: the disk is full.
  Status append(std::span<const std::byte> bytes);

  /// Reads out.size() bytes at `offset`. Precondition: they were appended. Errors: the disk fails.
  Status read(std::int64_t offset, std::span<std::byte> out) const;

 private:
  Spool(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

  int fd_ = -1;
  std::string name_;
  std::int64_t size_ = 0;
};

}  // namespace platerip::rip
