#include "tiffio/pages/decoder_memory.h"

#include <tiff.h>

#include <algorithm>
#include <array>
#include <limits>

namespace platerip::tiffio {
namespace {

// libtiff decodes a whole WebP block to four samples per pixel and copies it to three or four; with room to spare.
constexpr std::uint64_t webp_copies = 3;
constexpr std::uint64_t largest_webp = std::uint64_t{4} << 28;

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

/// The bytes of a block, read on demand. Past its end they are 0.
class CodedBytes {
 public:
  CodedBytes(const InputFile& file, const Block& block, std::uint64_t& bytes_read)
      : file_(file), offset_(block.offset), bytes_(block.stored), bytes_read_(bytes_read) {}

  [[nodiscard]] bool holds(std::uint64_t at) const { return at < bytes_; }

  std::uint64_t operator[](std::uint64_t at) {
    if (!holds(at)) return 0;
    if (at < page_begin_ || at >= page_end_) load(at);
    return at < page_end_ ? std::to_integer<std::uint64_t>(page_[at - page_begin_]) : 0;
  }

  std::uint64_t little_endian(std::uint64_t at, std::uint64_t bytes) {
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < bytes; ++i) value |= (*this)[at + i] << 8 * i;
    return value;
  }

  std::uint64_t big_endian(std::uint64_t at, std::uint64_t bytes) {
    std::uint64_t value = 0;
    for (; bytes > 0; --bytes) value = value << 8 | (*this)[at++];
    return value;
  }

 private:
  void load(std::uint64_t at) {
    const std::uint64_t wanted = std::min<std::uint64_t>(page_.size(), bytes_ - at);
    const std::int64_t got =
        file_.read_some(static_cast<std::int64_t>(offset_ + at), page_.data(), static_cast<std::int64_t>(wanted));
    bytes_read_ += wanted;
    page_begin_ = at;
    page_end_ = at + static_cast<std::uint64_t>(std::max<std::int64_t>(got, 0));
  }

  const InputFile& file_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
  std::uint64_t& bytes_read_;
  std::array<std::byte, 4096> page_;
  std::uint64_t page_begin_ = 0;
  std::uint64_t page_end_ = 0;
};

/// The largest window of any Zstandard frame (RFC 8878). Every frame counts, because libtiff reads on after the first
/// one when it decodes row by row.
std::uint64_t zstd_window(CodedBytes& in) {
  constexpr std::array<std::uint64_t, 4> dictionary_id_bytes = {0, 1, 2, 4};
  std::uint64_t largest = 0;
  std::uint64_t at = 0;
  while (in.holds(at + 4)) {
    const std::uint64_t magic = in.little_endian(at, 4);
    if ((magic & ~std::uint64_t{15}) == 0x184d2a50) {
      at += 8 + in.little_endian(at + 4, 4);
      continue;
    }
    if (magic != 0xfd2fb528) return unknown;  // perhaps a format older than 1.0, which some libraries still decode
    const std::uint64_t descriptor = in[at + 4];
    const bool single_segment = (descriptor & 0x20) != 0;
    const std::array<std::uint64_t, 4> content_bytes_of = {single_segment ? 1U : 0U, 2, 4, 8};
    at += 5;
    std::uint64_t window = unknown;
    if (!single_segment) {
      const std::uint64_t base = std::uint64_t{1} << (10 + (in[at] >> 3));
      window = base + base / 8 * (in[at] & 7);
      ++at;
    }
    at += dictionary_id_bytes[descriptor & 3];
    const std::uint64_t content_bytes = content_bytes_of[descriptor >> 6];
    if (content_bytes != 0) {
      window = std::min(window, in.little_endian(at, content_bytes) + (content_bytes == 2 ? 256 : 0));
    }
    largest = std::max(largest, window);
    at += content_bytes;
    for (bool last = false; !last && in.holds(at);) {
      const std::uint64_t header = in.little_endian(at, 3);
      last = (header & 1) != 0;
      const bool repeated = (header >> 1 & 3) == 1;
      at += 3 + (repeated ? 1 : header >> 3);
    }
    if ((descriptor & 4) != 0) at += 4;
  }
  return largest;
}

/// Reads a number in the encoding of the .xz format, and moves `at` past it.
std::uint64_t xz_number(CodedBytes& in, std::uint64_t& at) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const std::uint64_t byte = in[at++];
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) break;
  }
  return value;
}

/// The dictionary size in the block header at `at`.
std::uint64_t xz_dictionary(CodedBytes& in, std::uint64_t at) {
  constexpr std::uint64_t lzma2 = 0x21;
  const std::uint64_t flags = in[at + 1];
  at += 2;
  if ((flags & 0x40) != 0) xz_number(in, at);
  if ((flags & 0x80) != 0) xz_number(in, at);
  std::uint64_t dictionary = 0;
  for (std::uint64_t filters = (flags & 3) + 1; filters > 0; --filters) {
    const std::uint64_t filter = xz_number(in, at);
    const std::uint64_t bytes = xz_number(in, at);
    const std::uint64_t size = in[at] & 0x3f;
    if (filter == lzma2) dictionary = size >= 40 ? 0xffffffff : (2 | (size & 1)) << (size / 2 + 11);
    at += bytes;
  }
  return dictionary;
}

/// The end of the LZMA2 chunks that begin at `at`.
std::uint64_t end_of_chunks(CodedBytes& in, std::uint64_t at) {
  while (in.holds(at)) {
    const std::uint64_t control = in[at];
    if (control == 0) return at + 1;
    const bool compressed = control >= 0x80;
    const std::uint64_t header = !compressed ? 3 : control >= 0xc0 ? 6 : 5;
    at += header + in.big_endian(at + (compressed ? 3 : 1), 2) + 1;
  }
  return at;
}

/// The largest dictionary of any block of an .xz stream.
std::uint64_t lzma_dictionary(CodedBytes& in) {
  constexpr std::array<std::uint64_t, 16> check_bytes = {0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};
  constexpr std::uint64_t stream_header = 12;
  const std::uint64_t check = check_bytes[in[7] & 15];
  std::uint64_t largest = 0;
  for (std::uint64_t at = stream_header; in[at] != 0;) {  // 0 marks the index, which follows the last block
    largest = std::max(largest, xz_dictionary(in, at));
    const std::uint64_t end = end_of_chunks(in, at + (in[at] + 1) * 4);
    at += (end - at + 3) / 4 * 4 + check;
  }
  return largest;
}

bool begins_frame(std::uint64_t marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/// The size of the DCT coefficients of the frame whose header is at `at`: 2 bytes each, in whole blocks of 64.
std::uint64_t coefficient_bytes(CodedBytes& in, std::uint64_t at) {
  const std::uint64_t height = in.big_endian(at + 3, 2);
  const std::uint64_t width = in.big_endian(at + 5, 2);
  const std::uint64_t components = in[at + 7];
  const auto factors = [&in, at](std::uint64_t component) { return in[at + 9 + 3 * component]; };
  std::uint64_t most_across = 1;
  std::uint64_t most_down = 1;
  for (std::uint64_t i = 0; i < components; ++i) {
    most_across = std::max(most_across, factors(i) >> 4);
    most_down = std::max(most_down, factors(i) & 15);
  }
  const std::uint64_t units_across = (width + 8 * most_across - 1) / (8 * most_across);
  const std::uint64_t units_down = (height + 8 * most_down - 1) / (8 * most_down);
  std::uint64_t blocks = 0;
  for (std::uint64_t i = 0; i < components; ++i) {
    blocks += units_across * (factors(i) >> 4) * units_down * (factors(i) & 15);
  }
  return blocks * 64 * 2;
}

/// A JPEG with several scans, such as a progressive one, can only be decoded once all of its coefficients are in
/// memory.
std::uint64_t jpeg_coefficients(CodedBytes& in) {
  constexpr std::uint64_t start_of_scan = 0xda;
  constexpr std::uint64_t end_of_image = 0xd9;
  std::uint64_t at = 0;
  std::uint64_t coefficients = 0;
  std::uint64_t components = 0;
  bool progressive = false;
  while (in.holds(at)) {
    while (in.holds(at) && in[at] != 0xff) ++at;
    while (in[at] == 0xff) ++at;
    const std::uint64_t marker = in[at++];
    const bool stands_alone = marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
    if (stands_alone) continue;
    if (marker == end_of_image) return 0;
    if (marker == start_of_scan) return progressive || in[at + 2] < components ? coefficients : 0;
    if (begins_frame(marker)) {
      coefficients = coefficient_bytes(in, at);
      components = in[at + 7];
      progressive = (marker & 3) == 2;
    }
    at += std::max<std::uint64_t>(in.big_endian(at, 2), 2);
  }
  return 0;
}

/// The least significant bit first.
std::uint64_t reversed_bits(std::uint64_t byte) {
  std::uint64_t reversed = 0;
  for (int bit = 0; bit < 8; ++bit) reversed |= (byte >> bit & 1) << (7 - bit);
  return reversed;
}

/// The planes and the coder's states that the header of a bi-level image entity asks for (ITU-T T.82, 6.2).
std::uint64_t jbig_memory(CodedBytes& in, bool reversed) {
  constexpr std::uint64_t states_bytes = 8 << 10;  // of a plane in one of its resolutions
  // libtiff reverses the bits of FillOrder 1.
  const auto byte = [&in, reversed](std::uint64_t at) { return reversed ? in[at] : reversed_bits(in[at]); };
  const auto number = [&byte](std::uint64_t at) {
    return byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
  };
  const std::uint64_t layers = std::max(byte(1), byte(0)) - byte(0) + 1;
  const std::uint64_t planes = byte(2);
  const std::uint64_t row_bytes = (number(4) + 7) / 8;
  const std::uint64_t plane_bytes = 2 * row_bytes * number(8);  // with a smaller resolution; less than 2^63
  const std::uint64_t most = unknown / 512;
  return planes * (std::min(plane_bytes, most) + layers * states_bytes);
}

// libtiff keeps the runs of two rows: at most one run per pixel, 8 bytes each.
constexpr std::uint64_t fax_times = 128;

// libtiff and libjpeg keep a few rows of 8 × 8 blocks each, and their tables.
constexpr std::uint64_t ojpeg_rows = 64;
constexpr std::uint64_t ojpeg_bytes = 64 << 10;

}  // namespace

std::uint64_t decoder_memory(const InputFile& file, const Codec& codec, const Block& block, std::uint64_t small,
                             std::uint64_t& bytes_read) {
  CodedBytes coded(file, block, bytes_read);
  switch (codec.scheme) {
    // Decoded data fill the window. If they are fewer than the window's bytes, the rest takes no memory.
    case COMPRESSION_ZSTD:
      return block.decoded <= small ? block.decoded : std::min(block.decoded, zstd_window(coded));
    case COMPRESSION_LZMA:
      return block.decoded <= small ? block.decoded : std::min(block.decoded, lzma_dictionary(coded));
    case COMPRESSION_WEBP:
      return std::min(block.decoded, largest_webp) * webp_copies;
    case COMPRESSION_JPEG:
      return jpeg_coefficients(coded);
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4:
      return std::min(block.row, unknown / fax_times - 8) * fax_times + 8 * fax_times;
    case COMPRESSION_OJPEG:
      return std::min(block.row, unknown / ojpeg_rows - ojpeg_bytes) * ojpeg_rows + ojpeg_bytes;
    case COMPRESSION_JBIG:
      return jbig_memory(coded, block.reversed);
    default:
      return 0;
  }
}

}  // namespace platerip::tiffio
