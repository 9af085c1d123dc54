#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::size_t longest_text = 400;
constexpr std::size_t longest_ink = 100;

unsigned code_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

/// The bytes of the character at `i` if it controls a terminal or the direction of the text, else 0: C0, C1 in UTF-8,
/// U+202A to U+202E and U+2066 to U+2069.
std::size_t control_bytes(std::string_view text, std::size_t i) {
  const unsigned first = code_at(text, i);
  const unsigned second = code_at(text, i + 1);
  const unsigned third = code_at(text, i + 2);
  if (first < 0x20 || first == 0x7f) return 1;
  if (first == 0xc2 && second >= 0x80 && second <= 0x9f) return 2;
  if (first != 0xe2) return 0;
  const bool is_override = second == 0x80 && third >= 0xaa && third <= 0xae;
  const bool is_isolate = second == 0x81 && third >= 0xa6 && third <= 0xa9;
  return is_override || is_isolate ? 3 : 0;
}

/// The beginning of `text`: at most `most` bytes, and no incomplete UTF-8 character at the end.
std::string_view shortened(std::string_view text, std::size_t most) {
  constexpr std::size_t longest_character = 4;
  const auto is_inside = [text](std::size_t i) { return (code_at(text, i) & 0xc0) == 0x80; };
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (most - end < longest_character && is_inside(end)) --end;
  return text.substr(0, is_inside(end) ? most : end);
}

}  // namespace

std::string printable(std::string_view text) {
  const bool cut = text.size() > longest_text;
  std::string line(shortened(text, longest_text));
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (const std::size_t bytes = control_bytes(line, i); bytes > 0) line.replace(i, bytes, 1, ' ');
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return cut ? line + "..." : line;
}

std::string ink_name(std::string_view text) {
  return printable(shortened(text, longest_ink));
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
