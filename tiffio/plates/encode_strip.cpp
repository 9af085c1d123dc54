#include "tiffio/plates/encode_strip.h"

#include "tiffio/plates/deflate_encoder.h"
#include "tiffio/plates/fax_encoder.h"
#include "tiffio/plates/libtiff_codec.h"
#include "tiffio/plates/lzw_encoder.h"
#include "tiffio/plates/plate_layout.h"

namespace platerip::tiffio {

std::size_t encoded_bytes(const PlateInfo& plate) {
  const std::int64_t rows = plate_strip_rows(plate);
  const std::int64_t bytes = rows * plate_row_bytes(plate);
  switch (plate.compression) {
    case Compression::none:
      return 0;
    case Compression::g4:
      return FaxEncoder::most_bytes(plate.width, rows);
    case Compression::lzw:
      return LzwEncoder::most_bytes(static_cast<std::size_t>(bytes));
    case Compression::deflate:
      return most_deflate_bytes(static_cast<std::size_t>(bytes));
    case Compression::packbits:
    case Compression::zstd:
      break;
  }
  return most_libtiff_bytes(plate.compression, bytes, rows);
}

std::size_t encoder_bytes(const PlateInfo& plate) {
  switch (plate.compression) {
    case Compression::none:
      return 0;
    case Compression::g4:
      return FaxEncoder::memory_bytes(plate.width);
    case Compression::lzw:
      return LzwEncoder::memory_bytes();
    case Compression::deflate:
      return deflate_heap_bytes();
    case Compression::packbits:
    case Compression::zstd:
      break;
  }
  return libtiff_heap_bytes(plate.compression, plate_strip_rows(plate) * plate_row_bytes(plate));
}

Result<std::span<const std::byte>> encode_strip(const std::string& name, const PlateInfo& plate,
                                                std::span<const std::byte> strip, std::span<std::byte> out) {
  switch (plate.compression) {
    case Compression::none:
      return strip;
    case Compression::g4: {
      const std::int64_t rows = static_cast<std::int64_t>(strip.size()) / plate_row_bytes(plate);
      return std::span<const std::byte>(out.first(FaxEncoder(plate.width).encode(strip.data(), rows, out)));
    }
    case Compression::lzw:
      return std::span<const std::byte>(out.first(LzwEncoder().encode(strip, out)));
    case Compression::deflate:
      return std::span<const std::byte>(out.first(encode_deflate(strip, out)));
    case Compression::packbits:
    case Compression::zstd:
      break;
  }
  return encode_with_libtiff(name, plate, strip, out);
}

}  // namespace platerip::tiffio
