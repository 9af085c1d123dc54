// TIFF files made tag by tag, so that each tag can be wrong.
#pragma once

#include <tiff.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace platerip::test {

/// One directory and the data before it. The tags are not checked.
struct RawTiff {
  struct Tag {
    std::uint16_t tag;
    std::uint16_t type;                 // TIFFDataType
    std::vector<std::uint64_t> values;  // the bits of each; rationals are two, and need a count
    std::uint64_t count = 0;            // as in the file; 0: the number of values
  };

  bool big = false;  // a BigTIFF
  bool big_endian = false;
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

/// Numerator and denominator of a tag in each directory of a little-endian TIFF; zeros where it is not there.
std::vector<std::pair<std::uint32_t, std::uint32_t>> raw_rationals(std::string_view tiff, std::uint16_t tag);

}  // namespace platerip::test
