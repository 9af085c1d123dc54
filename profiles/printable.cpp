#include "profiles/printable.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/unicode/characters.h"

namespace platerip::profiles {
namespace {

constexpr std::size_t max_characters = 200;

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

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  bool space = false;
  for (std::size_t characters = 0; !text.empty() && characters < max_characters;) {
    const char32_t c = unicode::take(text).value_or(U'?');
    if (is_invisible(c)) {
      space = !out.empty();
      continue;
    }
    if (space) out += ' ';
    characters += space ? 2 : 1;
    space = false;
    unicode::append(out, c);
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
    unicode::append(utf8, is_scalar_value(c) ? c : U'?');
  }
  return printable(std::string_view(utf8));
}

}  // namespace platerip::profiles
