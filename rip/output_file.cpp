#include "rip/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace platerip::rip {
namespace {

Error cannot(const std::string& path, const std::string& what) {
  return Error{path + ": " + what + ": " + std::strerror(errno)};
}

// Another run may have given the file its name between our opening and our locking of it.
bool still_stands(int fd, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

}  // namespace

OutputFile::OutputFile(int fd, std::string path, std::string part)
    : fd_(fd), path_(std::move(path)), part_(std::move(part)) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)), part_(std::exchange(other.part_, {})) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  std::swap(part_, other.part_);
  return *this;
}

OutputFile::~OutputFile() {
  discard();
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  const std::filesystem::path final_path(path);
  std::error_code ignored;
  if (std::filesystem::is_directory(final_path, ignored)) {
    return Error{path + ": cannot be written: a folder has that name; move it or choose another output folder"};
  }
  const std::string part = (final_path.parent_path() / ("." + final_path.filename().string() + ".part")).string();
  for (;;) {
    const int fd = ::open(part.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) return cannot(path, "cannot be written");
    OutputFile file(fd, path, {});  // owns the descriptor; the name only once it is locked
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return cannot(path, "cannot be locked");
      return Error{path + ": another platerip is making this file; wait for it or choose another output folder"};
    }
    if (!still_stands(fd, part)) continue;
    file.part_ = part;
    if (::ftruncate(fd, 0) != 0) return cannot(path, "cannot be written");
    return file;
  }
}

Status OutputFile::commit(std::span<OutputFile> files) {
  for (const OutputFile& file : files) {
    if (const Status status = file.flush(); !status.ok()) return status;
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (::rename(files[i].part_.c_str(), files[i].path_.c_str()) != 0) {
      const Error error = cannot(files[i].path_, "cannot be given its name");
      for (const OutputFile& named : files.first(i)) ::unlink(named.path_.c_str());
      return error;
    }
    files[i].part_.clear();
  }
  return {};
}

// Some file systems tell only when a descriptor is closed that the disk is full; closing a copy keeps the lock.
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
