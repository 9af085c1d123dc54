#include "rip/plates/output_stream.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace platerip::rip {
namespace {

constexpr std::size_t buffer_bytes = 64 << 10;
constexpr int wait_ms = 100;
constexpr int pipe_bytes = 1 << 20;

bool is_file(int fd) {
  struct stat file {};
  return ::fstat(fd, &file) == 0 && S_ISREG(file.st_mode);
}

// How many bytes can be written without blocking once poll() reports the descriptor as writable. So a stop never waits
// for a reader.
//  - Files never block.
//  - The memory pages of a pipe need not be full. But two neighbours hold at least one page of bytes together, or the
//    later bytes would have been added to the earlier page. Only the first page may be partly read. So the bytes that
//    wait take no more room than twice their number and two pages.
//  - Other descriptors only promise PIPE_BUF.
std::size_t most_at_once(int fd) {
  if (is_file(fd)) return std::size_t{1} << 30;
  int waiting = 0;
  const int size = ::fcntl(fd, F_GETPIPE_SZ);
  if (size < 0 || ::ioctl(fd, FIONREAD, &waiting) != 0) return PIPE_BUF;
  const long page = ::sysconf(_SC_PAGESIZE);
  return static_cast<std::size_t>(std::max<long>(size - 2L * waiting - 2 * page, PIPE_BUF));
}

std::string remedy_for(int error) {
  if (error == EPIPE) return "its reader has ended; see what it says";
  return "make room, or write elsewhere";
}

}  // namespace

OutputStream::OutputStream(int fd, std::string name, std::function<bool()> stop, std::chrono::milliseconds patience)
    : fd_(fd), name_(std::move(name)), stop_(std::move(stop)), patience_(patience) {
  ::fcntl(fd, F_SETPIPE_SZ, pipe_bytes);
  buffer_.reserve(buffer_bytes);
}

Status OutputStream::write(std::span<const std::byte> bytes) {
  position_ += bytes.size();
  Status status;
  if (buffer_.size() + bytes.size() > buffer_bytes) status = flush();
  if (status.ok() && bytes.size() >= buffer_bytes) status = write_through(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return status;
}

Status OutputStream::flush() {
  std::span<const std::byte> rest = buffer_;
  const Status status = write_through(rest);
  buffer_.erase(buffer_.begin(), buffer_.end() - static_cast<std::ptrdiff_t>(rest.size()));
  return status;
}

Status OutputStream::despite_stop(const std::function<Status()>& last_words) {
  despite_stop_ = true;
  const Status status = last_words();
  despite_stop_ = false;
  return status;
}

// Removes the written bytes from the front of `bytes`.
Status OutputStream::write_through(std::span<const std::byte>& bytes) {
  auto last_read = std::chrono::steady_clock::now();
  while (!bytes.empty()) {
    pollfd writable{fd_, POLLOUT, 0};
    const int ready = ::poll(&writable, 1, wait_ms);
    const bool nobody_reads = ready == 0 && std::chrono::steady_clock::now() - last_read > patience_;
    if (is_stopped() && (!despite_stop_ || nobody_reads)) return Error{name_ + ": stopped", ErrorCode::stopped};
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t put = ::write(fd_, bytes.data(), std::min(bytes.size(), most_at_once(fd_)));
    if (put < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (put < 0) {
      const int error = errno;
      failed_ = true;
      return Error{name_ + ": cannot be written: " + std::strerror(error) + "; " + remedy_for(error), kind_of(error)};
    }
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    last_read = std::chrono::steady_clock::now();
  }
  return {};
}

}  // namespace platerip::rip
