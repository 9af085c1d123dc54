#include "tiffio/pages/photoshop_channels.h"

#include <algorithm>
#include <cstdint>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t most_channels = 64;
constexpr std::uint64_t alpha_names = 1006;       // Pascal strings
constexpr std::uint64_t unicode_names = 1045;     // lengths and UTF-16
constexpr std::uint64_t display_info = 1077;      // a version, then 13 bytes for each channel
constexpr std::size_t display_bytes = 13;         // of which the last is the kind
constexpr std::uint64_t old_display_info = 1007;  // 14 bytes for each channel
constexpr std::size_t old_display_bytes = 14;     // of which the last but one is the kind
constexpr std::size_t kind_offset = 12;
constexpr std::byte spot_kind{2};

/// Takes big-endian numbers and pieces from the front; zeros and empty pieces behind the end.
struct Reader {
  Bytes rest;

  Bytes piece(std::size_t bytes) {
    const Bytes taken = rest.first(std::min(bytes, rest.size()));
    rest = rest.subspan(taken.size());
    return taken;
  }
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (const std::byte byte : piece(bytes)) value = value << 8 | std::to_integer<std::uint64_t>(byte);
    return value;
  }
};

std::string text_of(Bytes bytes) {
  return ink_name({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

// A character that UTF-16 writes as a pair becomes two question marks.
std::string utf8_of(Bytes utf16) {
  std::string text;
  for (Reader reader{utf16}; reader.rest.size() >= 2;) {
    const auto code = static_cast<std::uint32_t>(reader.number(2));
    if (code == 0) break;
    append_utf8(text, code >= 0xd800 && code < 0xe000 ? '?' : code);
  }
  return ink_name(text);
}

std::vector<std::string> pascal_strings(Reader reader) {
  std::vector<std::string> names;
  while (!reader.rest.empty() && names.size() < most_channels)
    names.push_back(text_of(reader.piece(static_cast<std::size_t>(reader.number(1)))));
  return names;
}

std::vector<std::string> unicode_strings(Reader reader) {
  std::vector<std::string> names;
  while (reader.rest.size() >= 4 && names.size() < most_channels)
    names.push_back(utf8_of(reader.piece(2 * static_cast<std::size_t>(reader.number(4)))));
  return names;
}

std::vector<bool> spots_of(Reader reader, std::size_t bytes) {
  std::vector<bool> spots;
  while (reader.rest.size() >= bytes && spots.size() < most_channels)
    spots.push_back(reader.piece(bytes)[kind_offset] == spot_kind);
  return spots;
}

}  // namespace

std::vector<PhotoshopChannel> photoshop_channels(Bytes resources) {
  std::vector<std::string> names;
  std::vector<bool> spots;
  bool has_unicode = false;
  bool has_display_info = false;
  constexpr std::size_t least_bytes = 4 + 2 + 2 + 4;
  for (Reader reader{resources}; reader.rest.size() >= least_bytes;) {
    reader.piece(4);  // the signature
    const std::uint64_t id = reader.number(2);
    const std::uint64_t name_bytes = reader.number(1);
    reader.piece(static_cast<std::size_t>(name_bytes | 1));  // with its length padded to an even number
    const std::uint64_t bytes = reader.number(4);
    if (bytes > reader.rest.size()) break;
    Reader data{reader.piece(static_cast<std::size_t>(bytes))};
    if (bytes % 2 != 0) reader.piece(1);
    if (id == alpha_names && !has_unicode) names = pascal_strings(data);
    if (id == unicode_names) names = unicode_strings(data);
    has_unicode = has_unicode || id == unicode_names;
    if (id == old_display_info && !has_display_info) spots = spots_of(data, old_display_bytes);
    if (id != display_info) continue;
    data.piece(4);  // the version
    spots = spots_of(data, display_bytes);
    has_display_info = true;
  }
  std::vector<PhotoshopChannel> channels(std::max(names.size(), spots.size()));
  for (std::size_t i = 0; i < names.size(); ++i) channels[i].name = names[i];
  for (std::size_t i = 0; i < spots.size(); ++i) channels[i].is_spot = spots[i];
  return channels;
}

}  // namespace platerip::tiffio
