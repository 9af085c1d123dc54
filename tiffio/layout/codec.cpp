#include "tiffio/layout/codec.h"

#include <tiff.h>

#include <algorithm>
#include <array>

namespace platerip::tiffio {
namespace {

// PackBits: 2 bytes repeat one byte 128 times. LZW: a code has at least 9 bits and stands for less than 4,096 bytes.
// Deflate: a length and its distance have at least 2 bits and stand for 258 bytes.
constexpr std::uint64_t most_times_packbits = 64;
constexpr std::uint64_t most_times_lzw = 4096;
constexpr std::uint64_t most_times_deflate = 1032;

// libjpeg keeps tables from one block to the next, and some pages hold them only in the first.
constexpr std::array codecs = {
    Codec{.scheme = COMPRESSION_NONE, .name = "none", .by_rows = true, .independent = true, .most_times = 1},
    Codec{.scheme = COMPRESSION_PACKBITS,
          .name = "PackBits",
          .by_rows = true,
          .independent = true,
          .most_times = most_times_packbits},
    Codec{.scheme = COMPRESSION_LZW, .name = "LZW", .by_rows = true, .independent = true, .most_times = most_times_lzw},
    Codec{.scheme = COMPRESSION_ADOBE_DEFLATE,
          .name = "Deflate",
          .by_rows = true,
          .independent = true,
          .most_times = most_times_deflate},
    Codec{.scheme = COMPRESSION_DEFLATE,
          .name = "Deflate",
          .by_rows = true,
          .independent = true,
          .most_times = most_times_deflate},
    Codec{.scheme = COMPRESSION_ZSTD, .name = "ZSTD", .by_rows = true, .independent = true},
    Codec{.scheme = COMPRESSION_LZMA, .name = "LZMA", .by_rows = true, .independent = true},
    Codec{.scheme = COMPRESSION_JPEG, .name = "JPEG", .by_rows = true, .bytes_only = true},
    Codec{.scheme = COMPRESSION_CCITTRLE, .name = "CCITT RLE", .by_rows = true, .bilevel = true, .independent = true},
    Codec{.scheme = COMPRESSION_CCITTFAX3, .name = "CCITT G3", .by_rows = true, .bilevel = true, .independent = true},
    Codec{.scheme = COMPRESSION_CCITTFAX4,
          .name = "CCITT G4",
          .by_rows = true,
          .bilevel = true,
          .independent = true,
          .may_stop_early = true},
    Codec{.scheme = COMPRESSION_JBIG, .name = "JBIG", .bilevel = true, .one_block = true},
    Codec{.scheme = COMPRESSION_OJPEG, .name = "old-style JPEG", .bytes_only = true},
    Codec{.scheme = COMPRESSION_WEBP, .name = "WebP", .bytes_only = true, .chunky_only = true, .independent = true},
};

}  // namespace

bool Codec::compresses() const {
  return scheme != COMPRESSION_NONE;
}

const Codec* find_codec(std::uint16_t scheme) {
  const auto* const found =
      std::find_if(codecs.begin(), codecs.end(), [scheme](const Codec& codec) { return codec.scheme == scheme; });
  return found == codecs.end() ? nullptr : found;
}

}  // namespace platerip::tiffio
