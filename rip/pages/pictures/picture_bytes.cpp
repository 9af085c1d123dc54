#include "rip/pages/pictures/picture_bytes.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace platerip::rip {

ReadBytes bytes_of(InputStream& stream) {
  return [&stream](std::byte* out, std::size_t bytes) { return stream.read(out, bytes); };
}

ReadBytes bytes_of(std::shared_ptr<const tiffio::InputFile> file) {
  return [file = std::move(file), at = std::int64_t{0}](std::byte* out, std::size_t bytes) mutable {
    const std::int64_t got = file->read_some(at, out, static_cast<std::int64_t>(bytes));
    const int reason = errno;
    if (got < 0) {
      return Result<std::size_t>(Error{file->name() + ": cannot be read: " + std::strerror(reason) + "; check the disk",
                                       ErrorCode::unreadable});
    }
    at += got;
    return Result(static_cast<std::size_t>(got));
  };
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
