#include "tiffio/plates/libtiff_codec.h"

#include <tiffio.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tiffio/messages.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

// Dots of error filters are close to random. The default level would make their plates 2 % smaller, and plates of
// regular screens 15 % smaller, but take 2 to 10 times as long.
constexpr int zstd_level = 1;

/// A file in memory that libtiff writes.
struct MemoryFile {
  std::span<std::byte> bytes;
  std::size_t size = 0;
  std::size_t position = 0;
  bool closed = false;
  Messages messages = {};

  static tmsize_t read(thandle_t, void*, tmsize_t) { return 0; }
  static tmsize_t write(thandle_t handle, void* data, tmsize_t bytes) {
    auto& file = *static_cast<MemoryFile*>(handle);
    const auto count = static_cast<std::size_t>(bytes);
    if (file.closed || file.position > file.bytes.size() || count > file.bytes.size() - file.position) return -1;
    std::memcpy(file.bytes.data() + file.position, data, count);
    file.position += count;
    file.size = std::max(file.size, file.position);
    return bytes;
  }
  static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto& file = *static_cast<MemoryFile*>(handle);
    const std::size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.position : file.size;
    return file.position = base + offset;
  }
  static int close(thandle_t) { return 0; }
  static toff_t get_size(thandle_t handle) { return static_cast<MemoryFile*>(handle)->size; }
};

bool set_level(TIFF* tiff, Compression compression) {
  if (compression == Compression::zstd) return TIFFSetField(tiff, TIFFTAG_ZSTD_LEVEL, zstd_level) != 0;
  return true;
}

bool set_tags(TIFF* tiff, const PlateInfo& plate, std::uint32_t rows) {
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(plate.width)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, rows) != 0 && TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows) != 0 &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, plate.bits) != 0 &&
         TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) != 0 &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE) != 0 &&
         TIFFSetField(tiff, TIFFTAG_COMPRESSION, scheme_of(plate.compression)) != 0 &&
         set_level(tiff, plate.compression);
}

}  // namespace

std::size_t most_libtiff_bytes(Compression compression, std::int64_t bytes, std::int64_t rows) {
  constexpr std::size_t around_strip =
      512;  // the file's header, and what a codec adds to the strip's first and last bytes
  return worst_case(compression, static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(rows)) + around_strip;
}

// Measured with libtiff 4.5 and libzstd 1.5, and rounded up: besides a strip's bytes, which libtiff buffers, ZSTD takes
// 1340 KiB.
std::size_t libtiff_heap_bytes(Compression compression, std::int64_t bytes) {
  constexpr std::size_t kib = 1024;
  const std::size_t of_handle = static_cast<std::size_t>(bytes + bytes / 8) + 64 * kib;
  switch (compression) {
    case Compression::none:
    case Compression::packbits:
    case Compression::lzw:
    case Compression::deflate:
    case Compression::g4:
      return of_handle;
    case Compression::zstd:
      return of_handle + 1536 * kib;
  }
  return of_handle;
}

Result<std::span<const std::byte>> encode_with_libtiff(const std::string& name, const PlateInfo& plate,
                                                       std::span<const std::byte> strip, std::span<std::byte> out) {
  MemoryFile file{.bytes = out};
  const auto rows = static_cast<std::uint32_t>(static_cast<std::int64_t>(strip.size()) / plate_row_bytes(plate));
  const OpenOptionsPtr options = make_open_options(file.messages, 0);
  const TiffPtr tiff(TIFFClientOpenExt(name.c_str(), "w8lm", &file, MemoryFile::read, MemoryFile::write,
                                       MemoryFile::seek, MemoryFile::close, MemoryFile::get_size, nullptr, nullptr,
                                       options.get()));
  const auto bytes = static_cast<tmsize_t>(strip.size());
  // Without a predictor and with the host's bit order, libtiff does not change the rows.
  const bool encoded = tiff && set_tags(tiff.get(), plate, rows) &&
                       TIFFWriteEncodedStrip(tiff.get(), 0, const_cast<std::byte*>(strip.data()), bytes) == bytes;
  file.closed = true;  // closing the handle would write a directory
  if (!encoded) return file_error(name, "cannot compress: " + file.messages.first(), "take another compression");
  const auto offset = static_cast<std::size_t>(TIFFGetStrileOffset(tiff.get(), 0));
  const auto count = static_cast<std::size_t>(TIFFGetStrileByteCount(tiff.get(), 0));
  return std::span<const std::byte>(out.subspan(offset, count));
}

}  // namespace platerip::tiffio
