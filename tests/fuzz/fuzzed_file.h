// The fuzzer's bytes as a file, without a disk.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace platerip::fuzz {

class FuzzedFile {
 public:
  /// Replaces the file's content, and goes to its beginning.
  void write(const std::uint8_t* data, std::size_t size) const {
    if (ftruncate(fd_, 0) != 0 || pwrite(fd_, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
    lseek(fd_, 0, SEEK_SET);
  }

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_ = memfd_create("fuzz", MFD_CLOEXEC);
};

}  // namespace platerip::fuzz
