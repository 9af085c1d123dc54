#include "rip/plates/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/files.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using tiffio::printable;

Error cannot(const std::string& path, const std::string& what) {
  const int error = errno;
  return Error{printable(path) + ": " + what + ": " + std::strerror(error), kind_of(error)};
}

Status check_name_is_free(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there)) return {};
  const std::string what = std::filesystem::is_directory(there) ? "a folder" : "something that is not a file";
  return Error{printable(path.string()) + ": cannot be written: " + what +
                   " has that name; move it or choose another output folder",
               ErrorCode::unreadable};
}

// The lock belongs to the run that makes the file.
Status take_lock(int fd, const std::string& path) {
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return cannot(path, "cannot be locked");
  return Error{printable(path) + ": another platerip is making this file; wait for it or choose another output folder",
               ErrorCode::unreadable};
}

// Removes the partial file of a killed run. Another user may own it or keep it open.
Status remove_abandoned(const std::string& part, const std::string& path) {
  const Descriptor abandoned(::open(part.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (abandoned < 0 && errno == ENOENT) return {};
  if (abandoned < 0) return cannot(path, "cannot be written: " + printable(part) + " is in the way; remove it");
  if (const Status status = take_lock(abandoned, path); !status.ok()) return status;
  if (!still_stands(abandoned, part) || ::unlink(part.c_str()) == 0) return {};
  return cannot(path, "cannot be written: " + printable(part) + " is in the way; remove it");
}

}  // namespace

OutputFile::OutputFile(int fd, std::string path, std::string part)
    : fd_(fd), path_(std::move(path)), part_(std::move(part)) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      part_(std::exchange(other.part_, {})),
      replaces_(other.replaces_) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  std::swap(part_, other.part_);
  std::swap(replaces_, other.replaces_);
  return *this;
}

OutputFile::~OutputFile() {
  discard();
}

std::string OutputFile::part_of(const std::string& path) {
  const std::filesystem::path named(path);
  return (named.parent_path() / ("." + named.filename().string() + ".part")).string();
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  if (const Status status = check_name_is_free(path); !status.ok()) return status.error();
  const std::string part = part_of(path);
  for (;;) {
    const int fd = ::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) {
      if (const Status status = remove_abandoned(part, path); !status.ok()) return status.error();
      continue;
    }
    if (fd < 0) return cannot(path, "cannot be written");
    OutputFile file(fd, path, {});  // owns the descriptor now, and the name only once it is locked
    if (const Status status = take_lock(fd, path); !status.ok()) return status.error();
    if (!still_stands(fd, part)) continue;  // another run removed it as abandoned before it was locked
    file.part_ = part;
    file.replaces_ = ::access(path.c_str(), F_OK) == 0;
    return file;
  }
}

Result<OutputFile> OutputFile::reopen(const std::string& path) {
  if (const Status status = check_name_is_free(path); !status.ok()) return status.error();
  const std::string part = part_of(path);
  OutputFile file(::open(part.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), path, {});
  if (file.fd_ < 0) return cannot(path, "cannot be continued");
  if (const Status status = take_lock(file.fd_, path); !status.ok()) return status.error();
  struct stat found {};
  const bool is_own = ::fstat(file.fd_, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
                      found.st_nlink == 1 && still_stands(file.fd_, part);
  if (!is_own)
    return Error{printable(path) + ": cannot be continued: " + printable(part) + " is not this user's alone"};
  file.part_ = part;
  file.replaces_ = ::access(path.c_str(), F_OK) == 0;
  return file;
}

Status OpenFile::write(std::span<const std::byte> bytes, std::int64_t place) const {
  return write_at(fd, bytes, place) ? Status() : cannot(path, "cannot be written");
}

Status OutputFile::write(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return cannot(path_, "cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

Status OutputFile::sync() const {
  return ::fdatasync(fd_) == 0 ? Status() : cannot(path_, "cannot be written");
}

// Some file systems cannot sync folders, and say EINVAL.
Status OutputFile::sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(".") / std::filesystem::path(path).parent_path();
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened >= 0 && (::fsync(opened) == 0 || errno == EINVAL)) return {};
  return cannot(path, "its folder cannot be written");
}

void OutputFile::start_writeback() const {
  if (replaces_) ::sync_file_range(fd_, 0, 0, SYNC_FILE_RANGE_WRITE);  // only an optimization
}

Status OutputFile::remove_replaced() const {
  if (::unlink(path_.c_str()) == 0 || errno == ENOENT) return {};
  return cannot(path_, "cannot be replaced");
}

Status OutputFile::commit(std::span<OutputFile> files, const ParallelFor& parallel) {
  std::vector<Descriptor> replaced;  // keep the old files, which otherwise go one by one as they lose their names
  for (const OutputFile& file : files) {
    if (const Status status = file.flush(); !status.ok()) return status;
    if (file.replaces_)
      replaced.emplace_back(::open(file.path_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (::rename(files[i].part_.c_str(), files[i].path_.c_str()) != 0) {
      const Error error = cannot(files[i].path_, "cannot be given its name");
      for (const OutputFile& named : files.first(i)) ::unlink(named.path_.c_str());
      return error;
    }
    files[i].part_.clear();
  }
  run_tasks(parallel, static_cast<int>(replaced.size()),
            [&](int index) { replaced[static_cast<std::size_t>(index)] = Descriptor(-1); });
  return {};
}

// Some file systems report a full disk only when a descriptor is closed. Closing a copy keeps the lock.
Status OutputFile::flush() const {
  const int copy = ::dup(fd_);
  if (copy < 0 || ::close(copy) != 0) return cannot(path_, "cannot be written");
  return {};
}

void OutputFile::discard() noexcept {
  if (!part_.empty()) ::unlink(part_.c_str());
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace platerip::rip
