#include "rip/resources/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "base/files.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

Error cannot(const std::string& name, const std::string& what) {
  const int error = errno;
  return Error{name + ": its temporary file cannot be " + what + " in TMPDIR (" +
                   tiffio::printable(temporary_folder()) + "): " + std::strerror(error) +
                   "; set TMPDIR to a folder with room",
               kind_of(error)};
}

// Not every file system supports files without names.
int open_unnamed(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return fd;
  std::string path = folder + "/platerip-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(path.c_str());
  return named;
}

}  // namespace

std::string temporary_folder() {
  const char* given = std::getenv("TMPDIR");
  return given != nullptr && *given != '\0' ? given : "/tmp";
}

Status check_spool(const std::string& name, std::int64_t rows, std::int64_t row_bytes, std::int64_t limit) {
  if (rows == 0 || row_bytes <= limit / rows) return {};
  return Error{name + ": needs a temporary file in TMPDIR that is larger than the " +
                   tiffio::size_text(static_cast<std::uint64_t>(limit)) + " allowed",
               ErrorCode::no_space,
               {{.action = Advice::Action::give_larger, .setting = "spool"}}};
}

Status check_streamed(const std::string& name, std::int64_t bytes, std::int64_t limit) {
  const Status status = check_spool(name, 1, bytes, limit);
  if (status.ok()) return {};
  Error error = status.error();
  error.advice.push_back({.action = Advice::Action::other, .value = "give the page as a file"});
  return error;
}

Result<Spool> Spool::create(std::string name) {
  const int fd = open_unnamed(temporary_folder());
  if (fd < 0) return cannot(name, "made");
  return Spool(fd, std::move(name));
}

Spool::Spool(Spool&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), name_(std::move(other.name_)), size_(other.size_) {}

Spool& Spool::operator=(Spool&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(name_, other.name_);
  std::swap(size_, other.size_);
  return *this;
}

Spool::~Spool() {
  if (fd_ >= 0) ::close(fd_);
}

Status Spool::append(std::span<const std::byte> bytes) {
  if (!write_at(fd_, bytes, size_)) return cannot(name_, "written");
  size_ += std::ssize(bytes);
  return {};
}

Status Spool::read(std::int64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t got = ::pread(fd_, out.data(), out.size(), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;  // the file was truncated
    if (got <= 0) return cannot(name_, "read again");
    offset += got;
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

}  // namespace platerip::rip
