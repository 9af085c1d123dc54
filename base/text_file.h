// Reads small text files. Private to platerip, not installed.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/status.h"

namespace platerip {

/// The content of a file of at most `most_mib` MiB, without a byte order mark. `kind` says what it should be, with its
/// article: "a curve file". Errors name the file: it is no file, cannot be read, or is longer.
inline Result<std::string> read_text_file(const std::string& path, std::size_t most_mib, const std::string& kind) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    return Error{path + ": not a file; give " + kind, ErrorCode::unreadable};
  std::ifstream file(path, std::ios::binary);
  const int reason = errno;
  if (!file) return Error{path + ": cannot be read: " + std::strerror(reason), ErrorCode::unreadable};
  const std::size_t most = most_mib << 20;
  std::string text;
  std::array<char, 8192> part;
  do {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  } while (file && text.size() <= most);
  if (file.bad()) return Error{path + ": cannot be read", ErrorCode::unreadable};
  if (text.size() > most) return Error{path + ": longer than " + std::to_string(most_mib) + " MiB: not " + kind};
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

/// Removes the first line from `text`, and returns it without its end: LF, CR LF or CR.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t length = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, length);
  text.remove_prefix(length);
  text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  return line;
}

}  // namespace platerip
