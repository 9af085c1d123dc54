// The bytes of a stream or a file as libjpeg's source manager: JPEGs one after the other.
#pragma once

#include <cstdio>

#include <jpeglib.h>

#include <array>
#include <cstddef>
#include <utility>

#include "rip/pages/pictures/picture_bytes.h"

namespace platerip::rip {

/// What libjpeg has not taken of a piece goes to the next JPEG. When bytes are wanted and none come, libjpeg fails.
class JpegBytes : public PictureBytes {
 public:
  explicit JpegBytes(ReadBytes read);
  JpegBytes(const JpegBytes&) = delete;
  JpegBytes& operator=(const JpegBytes&) = delete;

  /// For jpeg_decompress_struct::src.
  [[nodiscard]] jpeg_source_mgr* source() { return &manager_.source; }

  /// The next `bytes` bytes; fewer only at the end. Valid until bytes are taken. Precondition: bytes <= 4096. Errors:
  /// reading fails.
  Result<std::string_view> peek(std::size_t bytes);

 private:
  struct Manager {
    jpeg_source_mgr source;  // the first member, so that libjpeg's pointer is one to this
    JpegBytes* bytes;
  };

  static boolean fill(j_decompress_ptr jpeg);
  static void skip(j_decompress_ptr jpeg, long count);
  bool read_more();

  // Short, because a program may wait for plates before it writes on.
  std::array<std::byte, 4096> piece_;
  Manager manager_;
};

}  // namespace platerip::rip
