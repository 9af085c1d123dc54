// The chunks of a PNG (ISO/IEC 15948, 5.3), from its first one of pixels (IDAT) to its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "rip/pages/pictures/picture_bytes.h"
#include "tiffio/pages/strip_decoder.h"

namespace platerip::rip {

/// Joins the packed pixels of all chunks, many of which are short, and checks every checksum. One thread at a time.
class PngPixelChunks : public tiffio::StoredBytes {
 public:
  /// `bytes` stand behind the name of the first chunk, which has `first_chunk` bytes, and must outlive this object. May
  /// throw std::bad_alloc; nothing else throws.
  PngPixelChunks(PictureBytes& bytes, std::uint32_t first_chunk);

  /// Bytes of memory that such an object takes.
  static std::size_t memory_bytes();

  /// Packed pixels, up to where something is wrong.
  std::span<const std::byte> next(std::size_t kept) override;

  /// Reads all chunks that are left. Whether none is wrong.
  bool read_to_end();

  /// What is wrong with a chunk, if anything is. It may lie behind the pixels that are decoded.
  [[nodiscard]] std::string_view wrong() const { return wrong_; }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{64} << 10;

  bool fail(std::string_view what);
  bool begin_chunk();
  bool read(std::span<std::byte> out);
  bool end_chunk();

  PictureBytes& bytes_;
  std::unique_ptr<std::array<std::byte, piece_bytes + padding>> piece_;
  std::size_t end_ = 0;     // of the last piece
  bool has_pixels_ = true;  // the chunk is of pixels
  bool is_end_ = false;     // the chunk is the last
  std::uint32_t left_;      // bytes of the chunk
  std::uint32_t checksum_;  // of what was read of it
  std::string_view wrong_;
};

}  // namespace platerip::rip
