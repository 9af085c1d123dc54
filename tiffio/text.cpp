#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::size_t longest_text = 400;

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7f;
}

}  // namespace

std::string printable(std::string_view text) {
  const bool cut = text.size() > longest_text;
  std::string line(text.substr(0, longest_text));
  for (char& c : line) {
    if (is_control(c)) c = ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return cut ? line + "..." : line;
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
