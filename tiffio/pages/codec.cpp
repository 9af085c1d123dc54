#include "tiffio/pages/codec.h"

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

// libjpeg keeps tables from one strip or tile to the next, and some pages hold them only in the first.
constexpr std::array codecs = {
    Codec{COMPRESSION_NONE, "none", true, false, false, true, 1},
    Codec{COMPRESSION_PACKBITS, "PackBits", true, false, false, true, most_times_packbits},
    Codec{COMPRESSION_LZW, "LZW", true, false, false, true, most_times_lzw},
    Codec{COMPRESSION_ADOBE_DEFLATE, "Deflate", true, false, false, true, most_times_deflate},
    Codec{COMPRESSION_DEFLATE, "Deflate", true, false, false, true, most_times_deflate},
    Codec{COMPRESSION_ZSTD, "ZSTD", true, false, false, true},
    Codec{COMPRESSION_LZMA, "LZMA", true, false, false, true},
    Codec{COMPRESSION_JPEG, "JPEG", true, true, false, false},
    Codec{COMPRESSION_WEBP, "WebP", false, true, true, true},
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
