#include "tiffio/text.h"

#include "base/unicode/characters.h"

namespace platerip::tiffio {
namespace {

constexpr std::size_t longest_text = 400;
constexpr std::size_t longest_ink = 100;

/// Whether a character controls a terminal or the direction of the text: C0, C1, U+202A to U+202E and U+2066 to U+2069.
bool is_control(char32_t character) {
  const auto is_from = [character](char32_t first, char32_t last) { return character >= first && character <= last; };
  return character < 0x20 || is_from(0x7f, 0x9f) || is_from(0x202a, 0x202e) || is_from(0x2066, 0x2069);
}

/// The beginning of `text`: at most `most` bytes, and no incomplete UTF-8 character at the end.
std::string_view shortened(std::string_view text, std::size_t most) {
  constexpr std::size_t longest_character = 4;
  const auto is_inside = [text](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (most - end < longest_character && is_inside(end)) --end;
  return text.substr(0, is_inside(end) ? most : end);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  for (std::string_view rest = shortened(text, longest_text); !rest.empty();) {
    const std::string_view before = rest;
    const auto character = unicode::take(rest);
    if (character && is_control(*character)) {
      line += ' ';
    } else {
      line += before.substr(0, before.size() - rest.size());
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return text.size() > longest_text ? line + "..." : line;
}

std::string ink_name(std::string_view text) {
  return printable(shortened(unicode::utf8_of(text), longest_ink));
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kib = 1024;
  constexpr std::uint64_t mib = 1024 * kib;
  constexpr std::uint64_t gib = 1024 * mib;
  const auto in = [bytes](std::uint64_t unit, const char* name) {
    return std::to_string(bytes / unit + (bytes % unit != 0 ? 1 : 0)) + " " + name;
  };
  if (bytes < kib) return in(1, "bytes");
  if (bytes < mib) return in(kib, "KiB");
  if (bytes < 10 * gib) return in(mib, "MiB");
  return in(gib, "GiB");
}

std::string rows_text(std::int64_t first, std::int64_t count) {
  if (count == 1) return "row " + std::to_string(first);
  return "rows " + std::to_string(first) + " to " + std::to_string(first + count - 1);
}

Error file_error(std::string_view file, std::string_view wrong, std::string_view remedy, ErrorCode code) {
  return Error{printable(file) + ": " + std::string(wrong) + "; " + std::string(remedy), code};
}

Error memory_error(std::string_view file, const std::string& takes, std::uint64_t needed, std::uint64_t allowed,
                   std::string_view remedy) {
  Error error =
      file_error(file, takes + " " + size_text(needed) + " of memory, and " + size_text(allowed) + " are allowed",
                 remedy, ErrorCode::no_memory);
  error.advice = {{.action = Advice::Action::give_larger, .setting = "memory"}};
  return error;
}

}  // namespace platerip::tiffio
