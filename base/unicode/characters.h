// Characters of UTF-8, whatever the locale. Private to platerip; not installed.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace platerip::unicode {

/// Removes the first character from `text`, which is not empty, and returns its code point. If `text` does not begin
/// with a character of UTF-8 (RFC 3629), removes one byte and returns nothing.
std::optional<char32_t> take(std::string_view& text);

/// Appends a character, which is a Unicode scalar value.
void append(std::string& text, char32_t character);

/// Whether all of `text` is UTF-8.
bool is_utf8(std::string_view text);

/// `text` as UTF-8. Text that is not UTF-8 comes from older programs: each byte is a character of Windows-1252, which
/// has all printable characters of Latin-1.
std::string utf8_of(std::string_view text);

/// `text` without escapes: each `mark` with two hexadecimal digits behind it becomes the byte that they say.
std::string unescaped(std::string_view text, std::string_view mark);

}  // namespace platerip::unicode
