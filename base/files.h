// File helpers that several folders share. Private to platerip; not installed.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/status.h"

namespace platerip {

/// The kind of error that a system call's errno stands for.
inline ErrorCode kind_of(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG ? ErrorCode::no_space : ErrorCode::unreadable;
}

/// Owns a file descriptor, and closes it unless it is negative.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  operator int() const { return fd_; }

 private:
  int fd_;
};

/// Writes all bytes to the place `offset` of an open file, whose position stays. False if it fails; errno says why.
inline bool write_at(int fd, std::span<const std::byte> bytes, std::int64_t offset) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(fd, bytes.data(), bytes.size(), offset);
    if (put < 0 && errno == EINTR) continue;
    if (put == 0) errno = EIO;
    if (put <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += put;
  }
  return true;
}

/// Whether `path` still names the open file. After we open a file and before we lock it, another process may rename or
/// replace it.
inline bool still_stands(int fd, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

}  // namespace platerip
