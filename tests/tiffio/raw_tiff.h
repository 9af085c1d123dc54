// TIFF files made tag by tag, so that each tag can be wrong.
#pragma once

#include <tiff.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace platerip::test {

/// One directory and the data before it, little-endian. The tags are not checked.
struct RawTiff {
  struct Tag {
    std::uint16_t tag;
    std::uint16_t type;  // TIFF_SHORT, TIFF_LONG, TIFF_LONG8, TIFF_BYTE, TIFF_UNDEFINED
    std::vector<std::uint64_t> values;
    std::uint64_t count = 0;  // as in the file; 0: the number of values
  };

  bool big = false;             // a BigTIFF
  std::vector<std::byte> data;  // begins at data_offset()
  std::vector<Tag> tags;
  std::uint64_t next_directory = 0;

  [[nodiscard]] std::uint64_t data_offset() const { return big ? 16 : 8; }

  /// Where the directory will begin.
  [[nodiscard]] std::uint64_t directory_offset() const;

  /// Replaces or adds a tag.
  void set(std::uint16_t tag, std::uint16_t type, std::vector<std::uint64_t> values, std::uint64_t count = 0);
  void remove(std::uint16_t tag);

  [[nodiscard]] std::vector<std::byte> bytes() const;
};

/// An uncompressed 8-bit RGB page in one strip with `held_bytes` bytes of data. It is correct if that is 3 * width *
/// height.
RawTiff raw_rgb_page(std::uint32_t width, std::uint32_t height, std::size_t held_bytes);

}  // namespace platerip::test
