#include "tests/tiffio/test_page.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdarg>
#include <memory>
#include <stdexcept>

namespace platerip::test {
namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

int ignore_warning(TIFF*, void*, const char*, const char*, va_list) {
  return 1;
}

void require(bool held, const std::string& what) {
  if (!held) throw std::runtime_error(what);
}

void put_sample(std::vector<std::byte>& out, std::uint16_t value, int bits) {
  if (bits == 8) return out.push_back(static_cast<std::byte>(value));
  const auto bytes = std::bit_cast<std::array<std::byte, 2>>(value);
  out.push_back(bytes[0]);
  out.push_back(bytes[1]);
}

/// Packs samples as a TIFF does: rows begin with a byte, and the first bit is the most significant.
class SamplePacker {
 public:
  explicit SamplePacker(const PageSpec& spec)
      : bits_(spec.bits), floating_(spec.sample_format == SAMPLEFORMAT_IEEEFP) {}

  void put(std::uint16_t value) {
    if (floating_) {
      const float share = static_cast<float>(value) / 65535;
      const auto* const from = reinterpret_cast<const std::byte*>(&share);
      bytes_.insert(bytes_.end(), from, from + sizeof share);
      return;
    }
    if (bits_ == 8 || bits_ == 16) return put_sample(bytes_, value, bits_);
    for (int bit = bits_ - 1; bit >= 0; --bit, ++used_bits_) {
      if (used_bits_ % 8 == 0) bytes_.push_back(std::byte{0});
      bytes_.back() |= static_cast<std::byte>((value >> bit & 1) << (7 - used_bits_ % 8));
    }
  }
  void end_row() { used_bits_ = 0; }
  std::vector<std::byte> bytes() { return std::move(bytes_); }

 private:
  int bits_;
  bool floating_;
  int used_bits_ = 0;
  std::vector<std::byte> bytes_;
};

/// A rectangle of one plane (of all samples, if they are interleaved); zero beyond the page.
std::vector<std::byte> rectangle(const PageSpec& spec, std::uint32_t left, std::uint32_t top, std::uint32_t width,
                                 std::uint32_t height, int plane) {
  const bool separate = spec.planar == PLANARCONFIG_SEPARATE;
  SamplePacker out(spec);
  for (std::uint32_t y = top; y < top + height; ++y) {
    for (std::uint32_t x = left; x < left + width; ++x) {
      for (int s = separate ? plane : 0; s < (separate ? plane + 1 : spec.samples); ++s)
        out.put(x < spec.width && y < spec.height ? sample_at(spec, x, y, s) : std::uint16_t{0});
    }
    out.end_row();
  }
  return out.bytes();
}

void set_palette(TIFF* tiff, const PageSpec& spec) {
  std::array<std::array<std::uint16_t, 256>, 3> columns{};
  for (int c = 0; c < 3; ++c) {
    for (int i = 0; i < 256; ++i)
      columns[static_cast<std::size_t>(c)][static_cast<std::size_t>(i)] = palette_at(spec, c, i);
  }
  TIFFSetField(tiff, TIFFTAG_COLORMAP, columns[0].data(), columns[1].data(), columns[2].data());
}

void set_tags(TIFF* tiff, const PageSpec& spec) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, spec.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, spec.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, spec.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, spec.samples);
  if (spec.sample_format != SAMPLEFORMAT_UINT) TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, spec.sample_format);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, spec.photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, spec.planar);
  TIFFSetField(tiff, TIFFTAG_FILLORDER, spec.fill_order);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, spec.orientation);
  require(TIFFSetField(tiff, TIFFTAG_COMPRESSION, spec.compression) != 0, "no such codec");
  if (spec.subfile_type != 0) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, spec.subfile_type);
  if (spec.predictor != PREDICTOR_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, spec.predictor);
  if (spec.compression == COMPRESSION_LZMA) TIFFSetField(tiff, TIFFTAG_LZMAPRESET, 0);
  if (spec.compression == COMPRESSION_WEBP) TIFFSetField(tiff, TIFFTAG_WEBP_LOSSLESS, 1);
  if (spec.compression == COMPRESSION_JPEG) {
    TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, 95);
    if (spec.photometric == PHOTOMETRIC_YCBCR) TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  if (spec.tile_width != 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, spec.tile_width);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, spec.tile_height);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, spec.rows_per_strip);
  }
  if (!spec.extra_samples.empty()) {
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, static_cast<int>(spec.extra_samples.size()), spec.extra_samples.data());
  }
  if (spec.photometric == PHOTOMETRIC_PALETTE) set_palette(tiff, spec);
  if (spec.resolution_x > 0) {
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, static_cast<double>(spec.resolution_x));
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, static_cast<double>(spec.resolution_y));
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, spec.resolution_unit);
  }
  if (!spec.icc_profile.empty()) {
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(spec.icc_profile.size()),
                 spec.icc_profile.data());
  }
}

void write_blocks(TIFF* tiff, const PageSpec& spec) {
  const bool tiled = spec.tile_width != 0;
  const std::uint32_t block_width = tiled ? spec.tile_width : spec.width;
  const std::uint32_t block_height = tiled ? spec.tile_height : std::min(spec.rows_per_strip, spec.height);
  std::uint32_t block = 0;
  for (int plane = 0; plane < (spec.planar == PLANARCONFIG_SEPARATE ? spec.samples : 1); ++plane) {
    for (std::uint32_t top = 0; top < spec.height; top += block_height) {
      for (std::uint32_t left = 0; left < spec.width; left += block_width, ++block) {
        const std::uint32_t rows = tiled ? block_height : std::min(block_height, spec.height - top);
        auto data = rectangle(spec, left, top, block_width, rows, plane);
        const auto size = static_cast<tmsize_t>(data.size());
        const tmsize_t written = tiled ? TIFFWriteEncodedTile(tiff, block, data.data(), size)
                                       : TIFFWriteEncodedStrip(tiff, block, data.data(), size);
        require(written == size, "libtiff could not write a block");
      }
    }
  }
}

int color_samples(const PageSpec& spec) {
  switch (spec.photometric) {
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_YCBCR:
      return 3;
    case PHOTOMETRIC_SEPARATED:
      return 4;
    default:
      return 1;
  }
}

std::optional<int> alpha_sample(const PageSpec& spec) {
  for (std::size_t i = 0; i < spec.extra_samples.size(); ++i) {
    if (spec.extra_samples[i] != EXTRASAMPLE_UNSPECIFIED) return color_samples(spec) + static_cast<int>(i);
  }
  return std::nullopt;
}

}  // namespace

std::uint16_t sample_at(const PageSpec& spec, std::uint32_t x, std::uint32_t y, int sample) {
  const auto s = static_cast<std::uint32_t>(sample);
  if (spec.smooth) return static_cast<std::uint16_t>(60 + (x + 2 * y) % 512 / 8 + 20 * s);
  const std::uint32_t texture = (x / 3 * 7 + y * 13 + s * 71) ^ (x * y >> 4);
  if (spec.bits <= 8) return static_cast<std::uint16_t>(texture & ((1U << spec.bits) - 1));
  return static_cast<std::uint16_t>((texture * 257 + x) & ((1U << std::min<int>(spec.bits, 16)) - 1));
}

std::uint16_t palette_at(const PageSpec& spec, int column, int index) {
  const int narrow = (index * (column + 3) + 11 * column) & 0xff;
  return static_cast<std::uint16_t>(spec.narrow_palette ? narrow : narrow * 257);
}

void write_page(const std::string& path, const PageSpec& spec) {
  const std::string mode =
      std::string(spec.append ? "a" : "w") + (spec.big_endian ? "b" : "l") + (spec.big_tiff ? "8" : "4");
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                 TIFFOpenOptionsFree);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_warning, nullptr);
  const TiffFile tiff(TIFFOpenExt(path.c_str(), mode.c_str(), options.get()), TIFFClose);
  require(tiff != nullptr, "cannot write " + path);
  set_tags(tiff.get(), spec);
  write_blocks(tiff.get(), spec);
  require(TIFFWriteDirectory(tiff.get()) != 0, "libtiff could not write the directory");
}

namespace {

/// What the reader returns for a sample: its share of the greatest one, in 8 or 16 bits.
std::uint16_t returned(const PageSpec& spec, int sample, bool negative) {
  if (spec.bits == 32) return static_cast<std::uint16_t>(negative ? 65535 - sample : sample);
  const int most = (1 << spec.bits) - 1;
  const double share = static_cast<double>(negative ? most - sample : sample) / most;
  return static_cast<std::uint16_t>(std::lround(share * (spec.bits <= 8 ? 255 : 65535)));
}

}  // namespace

std::vector<std::byte> expected_pixels(const PageSpec& spec) {
  const std::optional<int> alpha = alpha_sample(spec);
  const bool negative = spec.photometric == PHOTOMETRIC_MINISWHITE;
  const int returned_bits = spec.bits <= 8 ? 8 : 16;
  std::vector<std::byte> out;
  for (std::uint32_t y = 0; y < spec.height; ++y) {
    for (std::uint32_t x = 0; x < spec.width; ++x) {
      if (spec.photometric == PHOTOMETRIC_PALETTE) {
        for (int column = 0; column < 3; ++column) {
          const int value = palette_at(spec, column, sample_at(spec, x, y, 0));
          put_sample(out, static_cast<std::uint16_t>(spec.narrow_palette ? value : value >> 8), 8);
        }
      } else {
        for (int s = 0; s < color_samples(spec); ++s) {
          put_sample(out, returned(spec, sample_at(spec, x, y, s), negative), returned_bits);
        }
      }
      if (alpha) put_sample(out, returned(spec, sample_at(spec, x, y, *alpha), false), returned_bits);
    }
  }
  return out;
}

Result<ReadPage> read_page(const std::string& path, const ReadOptions& options) {
  auto reader =
      tiffio::PageReader::open(path, options.index, options.memory, options.parallel, options.threads, options.lend);
  if (!reader.ok()) return reader.error();
  ReadPage page{.info = reader->info(), .pixels = {}};
  const std::int64_t row_bytes = page.info.row_bytes();
  const std::ptrdiff_t stride = row_bytes + options.padding;
  std::mt19937 random(options.seed);
  for (std::int64_t left = std::min(page.info.height, options.most_rows); left > 0;) {
    std::int64_t rows = options.chunk > 0 ? options.chunk : left;
    if (options.chunk < 0) rows = 1 + static_cast<std::int64_t>(random() % 40);
    rows = std::min(rows, left);
    std::vector<std::byte> buffer(static_cast<std::size_t>(rows * stride), options.fill);
    if (Status status = reader->read(rows, buffer.data(), stride); !status.ok()) return status.error();
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::byte* begin = buffer.data() + row * stride;
      page.pixels.insert(page.pixels.end(), begin, begin + row_bytes);
      require(std::all_of(begin + row_bytes, begin + stride, [&](std::byte b) { return b == options.fill; }),
              "the reader wrote behind a row");
    }
    left -= rows;
  }
  return page;
}

Result<ReadPage> read_page_tightly(const std::string& path, ReadOptions options) {
  for (options.memory = 128; options.memory < std::size_t{1} << 30; options.memory *= 2) {
    if (tiffio::PageReader::open(path, options.index, options.memory).ok()) break;
  }
  return read_page(path, options);
}

}  // namespace platerip::test
