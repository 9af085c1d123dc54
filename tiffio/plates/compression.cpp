#include "tiffio/plates/compression.h"

#include <tiffio.h>

#include <algorithm>
#include <array>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

struct NamedCompression {
  std::string_view name;
  Compression compression;
};

constexpr std::array compressions = {
    NamedCompression{"none", Compression::none}, NamedCompression{"packbits", Compression::packbits},
    NamedCompression{"lzw", Compression::lzw},   NamedCompression{"deflate", Compression::deflate},
    NamedCompression{"zstd", Compression::zstd}, NamedCompression{"g4", Compression::g4},
};

}  // namespace

Result<Compression> find_compression(std::string_view name) {
  const auto* const found = std::find_if(compressions.begin(), compressions.end(),
                                         [name](const NamedCompression& entry) { return entry.name == name; });
  if (found == compressions.end()) {
    return file_error(name, "is not a compression of plates", "take none, packbits, lzw, deflate, zstd or g4",
                      ErrorCode::bad_setting);
  }
  if (TIFFIsCODECConfigured(scheme_of(found->compression)) == 0) {
    return file_error(name, "is a compression that this libtiff was built without", "take another compression",
                      ErrorCode::unsupported);
  }
  return found->compression;
}

std::string_view name_of(Compression compression) {
  const auto* const found = std::find_if(compressions.begin(), compressions.end(),
                                         [compression](const auto& entry) { return entry.compression == compression; });
  return found->name;
}

std::uint16_t scheme_of(Compression compression) {
  switch (compression) {
    case Compression::none:
      break;
    case Compression::packbits:
      return COMPRESSION_PACKBITS;
    case Compression::lzw:
      return COMPRESSION_LZW;
    case Compression::deflate:
      return COMPRESSION_ADOBE_DEFLATE;
    case Compression::zstd:
      return COMPRESSION_ZSTD;
    case Compression::g4:
      return COMPRESSION_CCITTFAX4;
  }
  return COMPRESSION_NONE;
}

std::uint64_t worst_case(Compression compression, std::uint64_t bytes, std::uint64_t rows) {
  switch (compression) {
    case Compression::none:
      break;
    case Compression::packbits:  // one more byte for every 128 of a row
      return bytes + bytes / 128 + rows;
    case Compression::lzw:  // a 12-bit code for every byte, and the codes that clear the table
      return bytes + bytes / 2 + bytes / 512;
    case Compression::deflate:  // stored blocks, with 5 more bytes for every 16 KiB
      return bytes + bytes / 2048;
    case Compression::zstd:  // ZSTD_COMPRESSBOUND
      return bytes + bytes / 256;
    case Compression::g4:  // a code has at most 8 bits per pixel
      return bytes * 8;
  }
  return bytes;
}

}  // namespace platerip::tiffio
