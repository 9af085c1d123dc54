#include "tests/rip/pictures/png_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

namespace platerip::test {
namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";

[[noreturn]] void refuse(png_structp, png_const_charp message) {
  throw std::runtime_error(std::string("libpng: ") + message);
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

bool has_alpha(const PageSpec& page) {
  return !page.extra_samples.empty();
}

int type_of(const PageSpec& page) {
  if (page.photometric == PHOTOMETRIC_PALETTE) return PNG_COLOR_TYPE_PALETTE;
  const int color = page.photometric == PHOTOMETRIC_RGB ? PNG_COLOR_MASK_COLOR : 0;
  return color | (has_alpha(page) ? PNG_COLOR_MASK_ALPHA : 0);
}

// Packed from the most significant bit on.
std::vector<png_byte> row_of(const PngSpec& spec, std::uint32_t y) {
  std::vector<png_byte> row;
  int used = 0;
  for (std::uint32_t x = 0; x < spec.page.width; ++x) {
    for (int s = 0; s < spec.page.samples; ++s) {
      const std::uint16_t value = spec.samples ? spec.samples(x, y, s) : sample_at(spec.page, x, y, s);
      for (int bit = spec.page.bits - 1; bit >= 0; --bit, ++used) {
        if (used % 8 == 0) row.push_back(0);
        row.back() |= static_cast<png_byte>((value >> bit & 1) << (7 - used % 8));
      }
    }
  }
  return row;
}

void set_palette(png_structp png, png_infop info, const PageSpec& page) {
  std::array<png_color, 256> palette{};
  for (int i = 0; i < 1 << page.bits; ++i) {
    const auto value = [&](int column) { return static_cast<png_byte>(palette_at(page, column, i)); };
    palette[static_cast<std::size_t>(i)] = {value(0), value(1), value(2)};
  }
  png_set_PLTE(png, info, palette.data(), 1 << page.bits);
}

}  // namespace

std::string png_of(const PngSpec& spec) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, refuse, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp to, png_bytep data, std::size_t size) {
        static_cast<std::string*>(png_get_io_ptr(to))->append(reinterpret_cast<const char*>(data), size);
      },
      nullptr);
  png_set_IHDR(png, info, spec.page.width, spec.page.height, spec.page.bits, type_of(spec.page),
               spec.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (spec.page.photometric == PHOTOMETRIC_PALETTE) set_palette(png, info, spec.page);
  if (spec.more) spec.more(png, info);
  png_write_info(png, info);
  std::vector<std::vector<png_byte>> rows;
  std::vector<png_bytep> pointers;
  for (std::uint32_t y = 0; y < spec.page.height; ++y) rows.push_back(row_of(spec, y));
  for (auto& row : rows) pointers.push_back(row.data());
  if (spec.interlaced) png_set_interlace_handling(png);
  png_write_image(png, pointers.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string png_chunk(std::string_view name, std::string_view data) {
  const std::string body = std::string(name) + std::string(data);
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(static_cast<std::uint32_t>(sum));
}

std::string inserted(std::string png, std::string_view before, std::string_view more) {
  const std::size_t at = png.find(before);
  if (at == std::string::npos) throw std::runtime_error("no such chunk");
  return png.insert(at - 4, more);
}

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
            Z_BEST_COMPRESSION);
  packed.resize(size);
  return packed;
}

std::string png_begin(std::uint32_t width, std::uint32_t height, int bits, int type, bool interlaced) {
  const std::string kind = {static_cast<char>(bits), static_cast<char>(type), 0, 0, interlaced ? '\1' : '\0'};
  return std::string(signature) + png_chunk("IHDR", big_endian(width) + big_endian(height) + kind);
}

std::string large_png(std::uint32_t width, std::uint32_t height) {
  std::string row(1 + (width + 7) / 8, '\xff');
  row[0] = 0;
  z_stream stream{};
  deflateInit(&stream, Z_BEST_COMPRESSION);
  std::string packed(std::size_t{16} << 20, '\0');
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  for (std::uint32_t y = 0; y < height; ++y) {
    stream.next_in = reinterpret_cast<Bytef*>(row.data());
    stream.avail_in = static_cast<uInt>(row.size());
    deflate(&stream, y + 1 == height ? Z_FINISH : Z_NO_FLUSH);
  }
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return png_begin(width, height, 1, PNG_COLOR_TYPE_GRAY) + png_chunk("IDAT", packed) + png_chunk("IEND", "");
}

}  // namespace platerip::test
