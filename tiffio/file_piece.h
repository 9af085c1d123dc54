// A piece of a file, such as a strip's data or a tag's values, of which only some bytes are needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tiffio/input_file.h"

namespace platerip::tiffio {

/// The bytes of a piece, read on demand, some thousands at a time. Bytes outside of it, or that cannot be read, are 0.
/// One thread at a time.
class FilePiece {
 public:
  /// A piece ends at the end of the file. `file` must outlive it.
  FilePiece(const InputFile& file, std::uint64_t offset, std::uint64_t bytes);

  [[nodiscard]] std::uint64_t size() const { return bytes_; }
  [[nodiscard]] bool holds(std::uint64_t at) const { return at < bytes_; }

  std::uint64_t operator[](std::uint64_t at) {
    if (!holds(at)) return 0;
    if (at < page_begin_ || at >= page_end_) load(at);
    return at < page_end_ ? std::to_integer<std::uint64_t>(page_[at - page_begin_]) : 0;
  }

  /// The number of `bytes` bytes (at most 8) at `at`.
  std::uint64_t little_endian(std::uint64_t at, std::uint64_t bytes);
  std::uint64_t big_endian(std::uint64_t at, std::uint64_t bytes);

  /// How many bytes were read from the file.
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }

  /// errno of the last read that failed; 0 if none did.
  [[nodiscard]] int error() const { return error_; }

 private:
  void load(std::uint64_t at);

  const InputFile& file_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
  std::array<std::byte, 4096> page_;
  std::uint64_t page_begin_ = 0;
  std::uint64_t page_end_ = 0;
  std::uint64_t bytes_read_ = 0;
  int error_ = 0;
};

}  // namespace platerip::tiffio
