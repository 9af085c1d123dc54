#include "rip/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

std::string folder() {
  const char* given = std::getenv("TMPDIR");
  return given != nullptr && *given != '\0' ? given : "/tmp";
}

Error cannot(const std::string& what) {
  const int error = errno;
  return Error{"TMPDIR (" + tiffio::printable(folder()) + "): a page that cannot stream cannot be " + what +
               " there: " + std::strerror(error) + "; set TMPDIR to a folder with room"};
}

// Not every file system knows files without names.
int open_unnamed(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return fd;
  std::string path = folder + "/platerip-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(path.c_str());
  return named;
}

}  // namespace

Result<Spool> Spool::create(std::int64_t limit) {
  const int fd = open_unnamed(folder());
  if (fd < 0) return cannot("kept");
  return Spool(fd, limit);
}

Spool::Spool(Spool&& other) noexcept : fd_(std::exchange(other.fd_, -1)), limit_(other.limit_), size_(other.size_) {}

Spool& Spool::operator=(Spool&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(limit_, other.limit_);
  std::swap(size_, other.size_);
  return *this;
}

Spool::~Spool() {
  if (fd_ >= 0) ::close(fd_);
}

Status Spool::append(std::span<const std::byte> bytes) {
  if (static_cast<std::int64_t>(bytes.size()) > limit_ - size_) {
    return Error{"a page that cannot stream is larger than the " +
                 tiffio::size_text(static_cast<std::uint64_t>(limit_)) +
                 " that may be kept in TMPDIR; give a larger --spool, or the page as a file"};
  }
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(fd_, bytes.data(), bytes.size(), size_);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return cannot("written");
    size_ += put;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

Status Spool::read(std::int64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t got = ::pread(fd_, out.data(), out.size(), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;  // somebody cut it off
    if (got <= 0) return cannot("read again");
    offset += got;
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

}  // namespace platerip::rip
