#include "tiffio/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/files.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

// Enough rows to make the cost of a system call negligible, few enough for the stack.
constexpr std::int64_t rows_per_call = 256;

std::string reason(int error) {
  return std::generic_category().message(error);
}

std::string_view type_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

Result<std::shared_ptr<const InputFile>> InputFile::open(const std::string& path, const std::string& name) {
  // O_NONBLOCK: a pipe is refused later, but opening it must not wait for a writer.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor < 0) {
    const int error = errno;
    return file_error(
        name, "cannot be opened: " + reason(error),
        error == ENOENT ? "check the name of the page" : "check the permissions of the page and its folder",
        kind_of(error));
  }
  return own(descriptor, name);
}

Result<std::shared_ptr<const InputFile>> InputFile::share(int descriptor, const std::string& name) {
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return file_error(name, "cannot be read: " + reason(errno), "give it as a file", ErrorCode::unreadable);
  return own(copy, name);
}

Result<std::shared_ptr<const InputFile>> InputFile::own(int descriptor, const std::string& name) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    const int error = errno;
    ::close(descriptor);
    return file_error(name, "cannot be read: " + reason(error), "check the disk", kind_of(error));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return file_error(name, "is " + std::string(type_of(status.st_mode)) + ", not a file",
                      "give a file on a disk, or send it to standard input", ErrorCode::unreadable);
  }
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  return std::shared_ptr<const InputFile>(new InputFile(name, descriptor, status.st_size));
}

InputFile::InputFile(std::string name, int descriptor, std::int64_t size)
    : name_(std::move(name)), descriptor_(descriptor), size_(size) {}

InputFile::~InputFile() {
  ::close(descriptor_);
}

std::int64_t InputFile::read_some(std::int64_t offset, std::byte* out, std::int64_t bytes) const {
  std::int64_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::pread(descriptor_, out + done, static_cast<std::size_t>(bytes - done), offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += got;
  }
  return done;
}

bool InputFile::read_rows(std::int64_t offset, std::int64_t rows, std::int64_t row_bytes, std::byte* out,
                          std::ptrdiff_t stride) const {
  const auto read_all = [this](std::int64_t at, std::byte* to, std::int64_t bytes) {
    const std::int64_t got = read_some(at, to, bytes);
    if (got >= 0 && got < bytes) errno = 0;
    return got == bytes;
  };
  if (stride == row_bytes) return read_all(offset, out, rows * row_bytes);

  while (rows > 0) {
    std::array<iovec, rows_per_call> pieces;
    const std::int64_t count = std::min(rows, rows_per_call);
    for (std::int64_t i = 0; i < count; ++i) {
      pieces[static_cast<std::size_t>(i)] = {out + i * stride, static_cast<std::size_t>(row_bytes)};
    }
    const ssize_t got = ::preadv(descriptor_, pieces.data(), static_cast<int>(count), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    std::int64_t whole = got / row_bytes;
    if (whole < count) {  // a short read: completes the row in which it stopped; the next round reads the others
      const std::int64_t begun = got % row_bytes;
      if (!read_all(offset + got, out + whole * stride + begun, row_bytes - begun)) return false;
      ++whole;
    }
    rows -= whole;
    offset += whole * row_bytes;
    out += whole * stride;
  }
  return true;
}

}  // namespace platerip::tiffio
