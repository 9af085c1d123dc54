#include "tiffio/file_piece.h"

#include <algorithm>
#include <cerrno>

namespace platerip::tiffio {

FilePiece::FilePiece(const InputFile& file, std::uint64_t offset, std::uint64_t bytes) : file_(file), offset_(offset) {
  const auto end = static_cast<std::uint64_t>(file.size());
  bytes_ = std::min(bytes, end - std::min(offset, end));
}

std::uint64_t FilePiece::little_endian(std::uint64_t at, std::uint64_t bytes) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < bytes; ++i) value |= (*this)[at + i] << 8 * i;
  return value;
}

std::uint64_t FilePiece::big_endian(std::uint64_t at, std::uint64_t bytes) {
  std::uint64_t value = 0;
  for (; bytes > 0; --bytes) value = value << 8 | (*this)[at++];
  return value;
}

void FilePiece::load(std::uint64_t at) {
  const std::uint64_t wanted = std::min<std::uint64_t>(page_.size(), bytes_ - at);
  const std::int64_t got =
      file_.read_some(static_cast<std::int64_t>(offset_ + at), page_.data(), static_cast<std::int64_t>(wanted));
  if (got < 0) error_ = errno;
  bytes_read_ += wanted;
  page_begin_ = at;
  page_end_ = at + static_cast<std::uint64_t>(std::max<std::int64_t>(got, 0));
}

}  // namespace platerip::tiffio
