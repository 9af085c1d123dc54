#include "tests/tiffio/raw_tiff.h"

#include <algorithm>

namespace platerip::test {
namespace {

/// Writes numbers in one byte order.
struct Numbers {
  bool big_endian = false;

  void operator()(std::vector<std::byte>& out, std::uint64_t value, int bytes) const {
    for (int i = 0; i < bytes; ++i)
      out.push_back(static_cast<std::byte>(value >> (8 * (big_endian ? bytes - 1 - i : i))));
  }
};

std::uint64_t number_at(std::string_view tiff, std::uint64_t at, std::uint64_t bytes) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < bytes; ++i)
    value |= std::uint64_t{static_cast<unsigned char>(tiff.at(at + i))} << (8 * i);
  return value;
}

int width_of(std::uint16_t type) {
  switch (type) {
    case TIFF_SHORT:
      return 2;
    case TIFF_LONG:
    case TIFF_SLONG:
    case TIFF_FLOAT:
    case TIFF_RATIONAL:
    case TIFF_SRATIONAL:
      return 4;
    case TIFF_DOUBLE:
    case TIFF_LONG8:
      return 8;
    default:
      return 1;
  }
}

}  // namespace

std::uint64_t RawTiff::directory_offset() const {
  return data_offset() + (data.size() + 7) / 8 * 8;
}

void RawTiff::set(std::uint16_t tag, std::uint16_t type, std::vector<std::uint64_t> values, std::uint64_t count) {
  remove(tag);
  tags.push_back({tag, type, std::move(values), count});
  std::sort(tags.begin(), tags.end(), [](const Tag& a, const Tag& b) { return a.tag < b.tag; });
}

void RawTiff::remove(std::uint16_t tag) {
  std::erase_if(tags, [tag](const Tag& entry) { return entry.tag == tag; });
}

std::vector<std::byte> RawTiff::bytes() const {
  const int pointer = big ? 8 : 4;
  const Numbers put{big_endian};
  std::vector<std::byte> out;
  put(out, big_endian ? 0x4d4d : 0x4949, 2);
  put(out, big ? 43 : 42, 2);
  if (big) put(out, 8, 2);
  if (big) put(out, 0, 2);
  put(out, directory_offset(), pointer);
  out.insert(out.end(), data.begin(), data.end());
  out.resize(directory_offset());

  const std::uint64_t entry_bytes = big ? 20 : 12;
  std::uint64_t far =
      directory_offset() + (big ? 8 : 2) + tags.size() * entry_bytes + static_cast<std::uint64_t>(pointer);
  std::vector<std::byte> behind;
  put(out, tags.size(), big ? 8 : 2);
  for (const Tag& tag : tags) {
    std::vector<std::byte> values;
    for (const std::uint64_t value : tag.values) put(values, value, width_of(tag.type));
    put(out, tag.tag, 2);
    put(out, tag.type, 2);
    put(out, tag.count != 0 ? tag.count : tag.values.size(), pointer);
    if (values.size() <= static_cast<std::size_t>(pointer)) {
      values.resize(static_cast<std::size_t>(pointer));
      out.insert(out.end(), values.begin(), values.end());
    } else {
      put(out, far + behind.size(), pointer);
      behind.insert(behind.end(), values.begin(), values.end());
    }
  }
  put(out, next_directory, pointer);
  out.insert(out.end(), behind.begin(), behind.end());
  return out;
}

RawTiff raw_rgb_page(std::uint32_t width, std::uint32_t height, std::size_t held_bytes) {
  RawTiff page;
  for (std::size_t i = 0; i < held_bytes; ++i) page.data.push_back(static_cast<std::byte>(i * 7));
  page.set(TIFFTAG_IMAGEWIDTH, TIFF_LONG, {width});
  page.set(TIFFTAG_IMAGELENGTH, TIFF_LONG, {height});
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {8, 8, 8});
  page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_NONE});
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_RGB});
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {3});
  page.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {height});
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {page.data_offset()});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {held_bytes});
  return page;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> raw_rationals(std::string_view tiff, std::uint16_t tag) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  const bool big = number_at(tiff, 2, 2) == 43;
  const std::uint64_t pointer = big ? 8 : 4;
  for (std::uint64_t at = number_at(tiff, pointer, pointer); at != 0; at = number_at(tiff, at, pointer)) {
    std::uint64_t tags = number_at(tiff, at, big ? 8 : 2);
    at += big ? 8 : 2;
    all.emplace_back(0, 0);
    for (; tags > 0; --tags, at += 4 + 2 * pointer) {
      if (number_at(tiff, at, 2) != tag || number_at(tiff, at + 2, 2) != TIFF_RATIONAL) continue;
      const std::uint64_t near = at + 4 + pointer;
      const std::uint64_t place = big ? near : number_at(tiff, near, pointer);
      all.back() = {static_cast<std::uint32_t>(number_at(tiff, place, 4)),
                    static_cast<std::uint32_t>(number_at(tiff, place + 4, 4))};
    }
  }
  return all;
}

}  // namespace platerip::test
