#include "rip/pages/pictures/picture_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace platerip::rip {
namespace {

/// Reads a file many bytes at a time: PNGs have short chunks, and asking the system for each takes long.
struct FileBytes {
  static constexpr std::size_t at_once = std::size_t{64} << 10;

  std::shared_ptr<const tiffio::InputFile> file;
  std::int64_t read = 0;  // of the file
  std::vector<std::byte> buffer = {};
  std::size_t taken = 0;  // of the buffer

  Result<std::size_t> operator()(std::byte* out, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
      if (taken == buffer.size()) {
        if (const Status status = refill(); !status.ok()) return status.error();
        if (buffer.empty()) break;
      }
      const std::span now = std::span(buffer).subspan(taken, std::min(bytes - done, buffer.size() - taken));
      std::ranges::copy(now, out + done);
      taken += now.size();
      done += now.size();
    }
    return done;
  }

  Status refill() {
    buffer.resize(at_once);
    const std::int64_t got = file->read_some(read, buffer.data(), at_once);
    const int reason = errno;
    buffer.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, got)));
    taken = 0;
    if (got < 0) {
      return Error{file->name() + ": cannot be read: " + std::strerror(reason) + "; check the disk",
                   ErrorCode::unreadable};
    }
    read += got;
    return {};
  }
};

}  // namespace

ReadBytes bytes_of(InputStream& stream) {
  return [&stream](std::byte* out, std::size_t bytes) { return stream.read(out, bytes); };
}

ReadBytes bytes_of(std::shared_ptr<const tiffio::InputFile> file) {
  return FileBytes{std::move(file)};
}

std::size_t PictureBytes::read(std::byte* out, std::size_t bytes) noexcept {
  std::size_t count = 0;
  guard([&] {
    const auto got = read_(out, bytes);
    if (got.ok()) {
      count = *got;
    } else {
      error_ = got.error();
    }
  });
  if (count < bytes) ended_ = true;
  return count;
}

const std::optional<Error>& PictureBytes::error() const {
  if (thrown_) std::rethrow_exception(thrown_);
  return error_;
}

}  // namespace platerip::rip
