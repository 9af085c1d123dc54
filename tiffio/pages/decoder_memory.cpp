#include "tiffio/pages/decoder_memory.h"

#include <tiff.h>

#include <algorithm>
#include <array>
#include <limits>

#include "tiffio/file_piece.h"
#include "tiffio/pages/jpeg_segments.h"

namespace platerip::tiffio {
namespace {

// libtiff decodes a whole WebP block to four samples per pixel and copies it to three or four; with room to spare.
constexpr std::uint64_t webp_copies = 3;
constexpr std::uint64_t largest_webp = std::uint64_t{4} << 28;

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

/// The largest window of any Zstandard frame (RFC 8878). Every frame counts, because libtiff reads on after the first
/// one when it decodes row by row.
std::uint64_t zstd_window(FilePiece& in) {
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
std::uint64_t xz_number(FilePiece& in, std::uint64_t& at) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const std::uint64_t byte = in[at++];
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) break;
  }
  return value;
}

/// The dictionary size in the block header at `at`.
std::uint64_t xz_dictionary(FilePiece& in, std::uint64_t at) {
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
std::uint64_t end_of_chunks(FilePiece& in, std::uint64_t at) {
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
std::uint64_t lzma_dictionary(FilePiece& in) {
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

/// The size of a frame's DCT coefficients: 2 bytes each, in whole blocks of 64.
std::uint64_t coefficient_bytes(FilePiece& in, const JpegSegment& frame) {
  const std::uint64_t height = in.big_endian(frame.begin + 3, 2);
  const std::uint64_t width = in.big_endian(frame.begin + 5, 2);
  const std::uint64_t components = component_count(in, frame);
  std::uint64_t most_across = 1;
  std::uint64_t most_down = 1;
  for (std::uint64_t i = 0; i < components; ++i) {
    most_across = std::max(most_across, component_of(in, frame, i).across);
    most_down = std::max(most_down, component_of(in, frame, i).down);
  }
  const std::uint64_t units_across = (width + 8 * most_across - 1) / (8 * most_across);
  const std::uint64_t units_down = (height + 8 * most_down - 1) / (8 * most_down);
  std::uint64_t blocks = 0;
  for (std::uint64_t i = 0; i < components; ++i) {
    const JpegComponent component = component_of(in, frame, i);
    blocks += units_across * component.across * units_down * component.down;
  }
  return blocks * 64 * 2;
}

/// A JPEG with several scans, such as a progressive one, can only be decoded once all of its coefficients are in
/// memory.
std::uint64_t jpeg_coefficients(FilePiece& in) {
  std::uint64_t at = 0;
  std::uint64_t coefficients = 0;
  std::uint64_t components = 0;
  bool progressive = false;
  while (const auto segment = next_segment(in, at)) {
    if (segment->marker == JpegSegment::start_of_scan)
      return progressive || component_count(in, *segment) < components ? coefficients : 0;
    if (!segment->begins_frame()) continue;
    coefficients = coefficient_bytes(in, *segment);
    components = component_count(in, *segment);
    progressive = (segment->marker & 3) == 2;
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
std::uint64_t jbig_memory(FilePiece& in, bool reversed) {
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

std::uint64_t memory_for(const Codec& codec, const Block& block, std::uint64_t small, FilePiece& coded) {
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

}  // namespace

std::uint64_t decoder_memory(const InputFile& file, const Codec& codec, const Block& block, std::uint64_t small,
                             std::uint64_t& bytes_read) {
  FilePiece coded(file, block.offset, block.stored);
  const std::uint64_t memory = memory_for(codec, block, small, coded);
  bytes_read += coded.bytes_read();
  return memory;
}

}  // namespace platerip::tiffio
