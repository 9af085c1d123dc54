#include "profiles/printable.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace platerip::profiles {
namespace {

constexpr std::size_t max_characters = 200;
constexpr char32_t no_character = 0xFFFFFFFF;

struct Range {
  char32_t first, last;
};

// C0 and C1 controls, no-break space, soft hyphen, zero-width and bidirectional controls, line and paragraph
// separators, byte order mark.
constexpr std::array invisible = {Range{0, 0x20},        Range{0x7F, 0xA0},      Range{0xAD, 0xAD},
                                  Range{0x61C, 0x61C},   Range{0x2000, 0x200F},  Range{0x2028, 0x202F},
                                  Range{0x205F, 0x206F}, Range{0x3000, 0x3000},  Range{0xFEFF, 0xFEFF},
                                  Range{0xFFF0, 0xFFFB}, Range{0xE0000, 0xE0FFF}};

bool is_invisible(char32_t c) {
  return std::any_of(invisible.begin(), invisible.end(), [c](Range r) { return r.first <= c && c <= r.last; });
}

bool is_scalar_value(char32_t c) {
  return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
}

// Removes one character from the front of `text`. If the front is not valid UTF-8, removes one byte and returns
// no_character.
char32_t take(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  char32_t c = length == 1 ? lead : length == 0 ? no_character : lead & (0x7Fu >> length);
  bool valid = length > 0 && length <= text.size();
  for (std::size_t i = 1; valid && i < length; ++i) {
    valid = (byte(i) & 0xC0) == 0x80;
    c = c << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  valid = valid && is_scalar_value(c) && c >= smallest[length];
  text.remove_prefix(valid ? length : 1);
  return valid ? c : no_character;
}

void append(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  const auto put_rest = [&](int shift) { put(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return put(c);
  if (c < 0x800) return put(0xC0 | c >> 6), put_rest(0);
  if (c < 0x10000) return put(0xE0 | c >> 12), put_rest(6), put_rest(0);
  put(0xF0 | c >> 18), put_rest(12), put_rest(6), put_rest(0);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  bool space = false;
  for (std::size_t characters = 0; !text.empty() && characters < max_characters;) {
    const char32_t c = take(text);
    if (c != no_character && is_invisible(c)) {
      space = !out.empty();
      continue;
    }
    if (space) out += ' ';
    characters += space ? 2 : 1;
    space = false;
    append(out, c == no_character ? U'?' : c);
  }
  return out;
}

std::string printable(std::wstring_view text) {
  std::string utf8;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<char32_t>(text[i]);
    const char32_t next = i + 1 < text.size() ? static_cast<char32_t>(text[i + 1]) : 0;
    if (c >= 0xD800 && c < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
      ++i;
    }
    append(utf8, is_scalar_value(c) ? c : U'?');
  }
  return printable(std::string_view(utf8));
}

}  // namespace platerip::profiles
