#include "tests/rip/cups/raster_file.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace platerip::test {
namespace {

using Raster = std::unique_ptr<cups_raster_t, decltype(&cupsRasterClose)>;

ssize_t append(void* context, unsigned char* bytes, std::size_t count) {
  static_cast<std::string*>(context)->append(reinterpret_cast<const char*>(bytes), count);
  return static_cast<ssize_t>(count);
}

struct Remaining {
  const std::string& bytes;
  std::size_t offset = 0;
};

ssize_t take(void* context, unsigned char* out, std::size_t count) {
  auto& from = *static_cast<Remaining*>(context);
  count = std::min(count, from.bytes.size() - from.offset);
  std::memcpy(out, from.bytes.data() + from.offset, count);
  from.offset += count;
  return static_cast<ssize_t>(count);
}

// The page's samples, in the order of the raster. Padding looks like ink.
std::vector<std::byte> samples_of(const RasterSpec& spec) {
  const std::vector<std::byte> pixels = expected_pixels(spec.page);
  const std::size_t sample_bytes = spec.page.bits / 8;
  std::vector<std::byte> samples;
  if (spec.order == CUPS_ORDER_CHUNKED) {
    const auto row_bytes = static_cast<std::ptrdiff_t>(spec.page.width * spec.page.samples * sample_bytes);
    for (auto row = pixels.begin(); row != pixels.end(); row += row_bytes) {
      samples.insert(samples.end(), row, row + row_bytes);
      samples.insert(samples.end(), spec.padding, std::byte{0x55});
    }
    return samples;
  }
  const auto put_row = [&](std::size_t y, std::size_t color) {
    for (std::size_t x = 0; x < spec.page.width; ++x) {
      const std::byte* const from =
          pixels.data() + ((y * spec.page.width + x) * spec.page.samples + color) * sample_bytes;
      samples.insert(samples.end(), from, from + sample_bytes);
    }
    samples.insert(samples.end(), spec.padding, std::byte{0x55});
  };
  if (spec.order == CUPS_ORDER_BANDED) {
    for (std::size_t y = 0; y < spec.page.height; ++y) {
      for (std::size_t color = 0; color < spec.page.samples; ++color) put_row(y, color);
    }
  } else {
    for (std::size_t color = 0; color < spec.page.samples; ++color) {
      for (std::size_t y = 0; y < spec.page.height; ++y) put_row(y, color);
    }
  }
  return samples;
}

void swap_words(char* from, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) std::reverse(from + 4 * i, from + 4 * i + 4);
}

// Version 1 has fewer fields. A machine of the other byte order writes all numbers in that order.
std::string rewritten(const RasterSpec& spec, RasterVersion version) {
  cups_page_header2_t header = header_of(spec);
  std::vector<std::byte> samples = samples_of(spec);
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  if (version == RasterVersion::v1) bytes.resize(sizeof(cups_page_header_t));
  if (version == RasterVersion::v3_swapped) {
    swap_words(bytes.data() + offsetof(cups_page_header2_t, AdvanceDistance), 81);
    for (std::size_t i = 0; spec.page.bits == 16 && i < samples.size(); i += 2) std::swap(samples[i], samples[i + 1]);
  }
  return bytes.append(reinterpret_cast<const char*>(samples.data()), samples.size());
}

std::uint8_t bits_at(const std::vector<unsigned char>& line, std::size_t bit, unsigned bits) {
  return static_cast<std::uint8_t>(line[bit / 8] >> (8 - bits - bit % 8) & ((1U << bits) - 1));
}

}  // namespace

cups_page_header2_t header_of(const RasterSpec& spec) {
  cups_page_header2_t header{};
  header.HWResolution[0] = header.HWResolution[1] = 300;
  header.PageSize[0] = spec.page.width * 72 / 300;
  header.PageSize[1] = spec.page.height * 72 / 300;
  header.NumCopies = 1;
  header.cupsWidth = spec.page.width;
  header.cupsHeight = spec.page.height;
  header.cupsBitsPerColor = spec.page.bits;
  header.cupsNumColors = spec.page.samples;
  header.cupsColorOrder = spec.order;
  header.cupsColorSpace = spec.space;
  header.cupsBitsPerPixel =
      spec.order == CUPS_ORDER_CHUNKED ? header.cupsBitsPerColor * header.cupsNumColors : header.cupsBitsPerColor;
  header.cupsBytesPerLine =
      header.cupsWidth * header.cupsBitsPerColor / 8 * (spec.order == CUPS_ORDER_PLANAR ? 1 : header.cupsNumColors);
  header.cupsBytesPerLine +=
      static_cast<unsigned>(spec.padding) * (spec.order == CUPS_ORDER_BANDED ? header.cupsNumColors : 1);
  return header;
}

std::string raster_of(const std::vector<RasterSpec>& pages, RasterVersion version) {
  std::string bytes;
  if (version == RasterVersion::v1 || version == RasterVersion::v3_swapped) {
    const std::uint32_t sync = version == RasterVersion::v1 ? CUPS_RASTER_SYNCv1 : CUPS_RASTER_REVSYNC;
    bytes.assign(reinterpret_cast<const char*>(&sync), sizeof sync);
    for (const RasterSpec& page : pages) bytes += rewritten(page, version);
    return bytes;
  }
  const cups_mode_t mode = version == RasterVersion::v2    ? CUPS_RASTER_WRITE_COMPRESSED
                           : version == RasterVersion::pwg ? CUPS_RASTER_WRITE_PWG
                                                           : CUPS_RASTER_WRITE;
  const Raster raster(cupsRasterOpenIO(append, &bytes, mode), cupsRasterClose);
  for (const RasterSpec& page : pages) {
    cups_page_header2_t header = header_of(page);
    std::vector<std::byte> samples = samples_of(page);
    cupsRasterWriteHeader2(raster.get(), &header);
    for (std::size_t at = 0; at < samples.size(); at += header.cupsBytesPerLine) {
      if (cupsRasterWritePixels(raster.get(), reinterpret_cast<unsigned char*>(samples.data() + at),
                                header.cupsBytesPerLine) == 0)
        throw std::runtime_error("libcups cannot write the raster");
    }
  }
  return bytes;
}

std::string raw_raster(const cups_page_header2_t& header, const std::string& rows) {
  const std::uint32_t sync = CUPS_RASTER_SYNC;
  return std::string(reinterpret_cast<const char*>(&sync), sizeof sync) +
         std::string(reinterpret_cast<const char*>(&header), sizeof header) + rows;
}

std::vector<RasterPage> read_raster(const std::string& bytes) {
  Remaining remaining{bytes};
  const Raster raster(cupsRasterOpenIO(take, &remaining, CUPS_RASTER_READ), cupsRasterClose);
  if (raster == nullptr) throw std::runtime_error("no raster");
  std::vector<RasterPage> pages;
  for (RasterPage page; cupsRasterReadHeader2(raster.get(), &page.header) != 0;) {
    const cups_page_header2_t& header = page.header;
    const std::size_t colors = header.cupsNumColors;
    const unsigned bits = header.cupsBitsPerColor;
    page.planes.assign(colors, {});
    const bool planar = header.cupsColorOrder == CUPS_ORDER_PLANAR;
    std::vector<unsigned char> line(header.cupsBytesPerLine);
    for (std::size_t y = 0; y < header.cupsHeight * (planar ? colors : 1); ++y) {
      if (cupsRasterReadPixels(raster.get(), line.data(), header.cupsBytesPerLine) == 0)
        throw std::runtime_error("the raster is not whole");
      for (std::size_t x = 0; x < header.cupsWidth; ++x) {
        if (planar) {
          page.planes[y / header.cupsHeight].push_back(bits_at(line, x * bits, bits));
          continue;
        }
        for (std::size_t color = 0; color < colors; ++color) {
          const std::size_t band = color * (line.size() / colors) * 8;
          const std::size_t end_of_pixel = (x + 1) * header.cupsBitsPerPixel;
          const std::size_t bit =
              header.cupsColorOrder == CUPS_ORDER_CHUNKED ? end_of_pixel - (colors - color) * bits : band + x * bits;
          page.planes[color].push_back(bits_at(line, bit, bits));
        }
      }
    }
    pages.push_back(page);
  }
  return pages;
}

}  // namespace platerip::test
