#include "rip/pages/input_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace platerip::rip {
namespace {

constexpr std::size_t buffer_bytes = 64 << 10;

// Reads of at least this size bypass the buffer: a system call costs less than copying.
constexpr std::size_t direct_bytes = 16 << 10;

// A signal may arrive on another thread than the one that reads, so the wait ends now and then to check for it.
constexpr int wait_ms = 100;

// The largest pipe that an ordinary user may ask for. A larger pipe means fewer switches between writer and reader.
constexpr int pipe_bytes = 1 << 20;

}  // namespace

InputStream::InputStream(int fd, std::string name, std::function<bool()> stop)
    : fd_(fd), name_(std::move(name)), stop_(std::move(stop)), buffer_(buffer_bytes) {
  ::fcntl(fd, F_SETPIPE_SZ, pipe_bytes);
}

Result<std::size_t> InputStream::read_some(std::byte* out, std::size_t bytes) {
  for (;;) {
    pollfd readable{fd_, POLLIN, 0};
    const int ready = ::poll(&readable, 1, wait_ms);
    if (stop_ && stop_()) return Error{name_ + ": stopped", ErrorCode::stopped};
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(fd_, out, bytes);
    if (got >= 0) return static_cast<std::size_t>(got);
    const int reason = errno;
    if (reason != EINTR && reason != EAGAIN) {
      return Error{name_ + ": cannot be read: " + std::strerror(reason) + "; check where it comes from",
                   ErrorCode::unreadable};
    }
  }
}

Result<std::span<const std::byte>> InputStream::peek(std::size_t bytes) {
  if (buffer_.size() - begin_ < bytes) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  while (end_ - begin_ < bytes) {
    const auto got = read_some(buffer_.data() + end_, buffer_.size() - end_);
    if (!got.ok()) return got.error();
    if (*got == 0) break;
    end_ += *got;
  }
  return std::span<const std::byte>(buffer_.data() + begin_, std::min(bytes, end_ - begin_));
}

Result<std::size_t> InputStream::read(std::byte* out, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    if (begin_ == end_ && bytes - done >= direct_bytes) {
      const auto got = read_some(out + done, bytes - done);
      if (!got.ok()) return got.error();
      if (*got == 0) break;
      done += *got;
      continue;
    }
    if (begin_ == end_) {
      const auto ahead = peek(1);
      if (!ahead.ok()) return ahead.error();
      if (ahead->empty()) break;
    }
    const std::size_t count = std::min(bytes - done, end_ - begin_);
    std::memcpy(out + done, buffer_.data() + begin_, count);
    begin_ += count;
    done += count;
  }
  position_ += done;
  return done;
}

Status InputStream::skip_rest() {
  begin_ = end_ = 0;
  for (;;) {
    const auto got = read_some(buffer_.data(), buffer_.size());
    if (!got.ok()) return got.error();
    if (*got == 0) return {};
  }
}

}  // namespace platerip::rip
