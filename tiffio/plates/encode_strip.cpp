#include "tiffio/plates/encode_strip.h"

#include "tiffio/plates/fax_encoder.h"
#include "tiffio/plates/libtiff_codec.h"
#include "tiffio/plates/plate_layout.h"

namespace platerip::tiffio {

std::size_t encoded_bytes(const PlateInfo& plate) {
  if (plate.compression == Compression::none) return 0;
  const std::int64_t rows = plate_strip_rows(plate);
  if (plate.compression == Compression::g4) return FaxEncoder::most_bytes(plate.width, rows);
  return most_libtiff_bytes(plate.compression, rows * plate_row_bytes(plate), rows);
}

std::size_t encoder_bytes(const PlateInfo& plate) {
  if (plate.compression == Compression::none) return 0;
  if (plate.compression == Compression::g4) return FaxEncoder::memory_bytes(plate.width);
  return libtiff_heap_bytes(plate.compression, plate_strip_rows(plate) * plate_row_bytes(plate));
}

Result<std::span<const std::byte>> encode_strip(const std::string& name, const PlateInfo& plate,
                                                std::span<const std::byte> strip, std::span<std::byte> out) {
  if (plate.compression == Compression::none) return strip;
  if (plate.compression != Compression::g4) return encode_with_libtiff(name, plate, strip, out);
  const std::int64_t rows = static_cast<std::int64_t>(strip.size()) / plate_row_bytes(plate);
  const std::size_t bytes = FaxEncoder(plate.width).encode(strip.data(), rows, out);
  return std::span<const std::byte>(out.first(bytes));
}

}  // namespace platerip::tiffio
