#include "base/unicode/characters.h"

#include <utf8proc.h>

#include <array>
#include <charconv>

namespace platerip::unicode {
namespace {

// The characters of the bytes 0x80 to 0x9f in Windows-1252. Five bytes have none, and stay controls.
constexpr std::array<char32_t, 32> from_0x80 = {0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                                0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
                                                0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178};

char32_t in_windows_1252(unsigned char byte) {
  return byte >= 0x80 && byte < 0xa0 ? from_0x80[byte - 0x80U] : byte;
}

}  // namespace

std::optional<char32_t> take(std::string_view& text) {
  utf8proc_int32_t code = -1;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &code);
  text.remove_prefix(bytes > 0 ? static_cast<std::size_t>(bytes) : 1);
  return bytes > 0 ? std::optional(static_cast<char32_t>(code)) : std::nullopt;
}

void append(std::string& text, char32_t character) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(count));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    if (!take(text)) return false;
  }
  return true;
}

std::string utf8_of(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string converted;
  for (const char byte : text) append(converted, in_windows_1252(static_cast<unsigned char>(byte)));
  return converted;
}

std::string unescaped(std::string_view text, std::string_view mark) {
  constexpr std::size_t digits = 2;
  std::string bytes;
  while (!text.empty()) {
    unsigned byte = 0;
    const char* const begin = text.data() + mark.size();
    const bool is_escape = text.starts_with(mark) && text.size() >= mark.size() + digits &&
                           std::from_chars(begin, begin + digits, byte, 16).ptr == begin + digits;
    bytes += is_escape ? static_cast<char>(byte) : text.front();
    text.remove_prefix(is_escape ? mark.size() + digits : 1);
  }
  return bytes;
}

}  // namespace platerip::unicode
