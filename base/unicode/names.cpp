#include "base/unicode/names.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "base/unicode/characters.h"

namespace platerip::unicode {
namespace {

bool is_of(char32_t character, utf8proc_category_t first, utf8proc_category_t last) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
  return category >= first && category <= last;
}

bool is_mark(char32_t character) {
  return is_of(character, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool is_letter_or_digit(char32_t character) {
  return is_of(character, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NO) && !is_mark(character);
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Removes what a reader takes for one character from the front of `text`, which is UTF-8: a letter and its accents, or
// a picture that several code points make (UAX #29).
std::u32string take_whole(std::string_view& text) {
  std::u32string whole;
  utf8proc_int32_t state = 0;
  while (!text.empty()) {
    std::string_view rest = text;
    const char32_t next = take(rest).value_or(U'?');
    const auto is_behind = static_cast<utf8proc_int32_t>(next);
    if (!whole.empty() &&
        utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(whole.back()), is_behind, &state))
      break;
    whole += next;
    text = rest;
  }
  return whole;
}

bool is_safe(const std::u32string& whole, Letters letters) {
  const char32_t first = whole.front();
  if (first == U'.' || first == U'_' || first == U'-') return whole.size() == 1;
  return is_letter_or_digit(first) && (letters == Letters::all || (first < 0x80 && whole.size() == 1));
}

// Leaves out what is invisible, such as joiners.
void append_visible(std::string& text, const std::u32string& whole) {
  for (const char32_t part : whole) {
    if (part < 0x80 || is_letter_or_digit(part) || is_mark(part)) append(text, part);
  }
}

}  // namespace

std::string folded(std::string_view name) {
  utf8proc_uint8_t* made = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()), static_cast<utf8proc_ssize_t>(name.size()),
                   &made, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD));
  if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  if (size >= 0) return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
  std::string text(name);
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text;
}

std::string safe_in_file_names(std::string_view text, Letters letters) {
  const std::string utf8 = utf8_of(text);
  std::string safe;
  for (std::string_view rest = utf8; !rest.empty();) {
    const std::u32string whole = take_whole(rest);
    if (is_safe(whole, letters)) {
      append_visible(safe, whole);
    } else {
      safe += '_';
    }
  }
  return safe;
}

std::string initial_of(std::string_view text) {
  const std::string utf8 = utf8_of(text);
  for (std::string_view rest = utf8; !rest.empty();) {
    std::u32string whole = take_whole(rest);
    if (!is_letter_or_digit(whole.front())) continue;
    whole.front() = static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(whole.front())));
    std::string initial;
    append_visible(initial, whole);
    return initial;
  }
  return "_";
}

}  // namespace platerip::unicode
