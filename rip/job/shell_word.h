// Words for commands that a user may copy into a shell.
#pragma once

#include <string>

namespace platerip::rip {

/// The word as a shell needs it: in quotes, unless it is plain. May throw std::bad_alloc. Thread-safe.
inline std::string shell_word(const std::string& word) {
  constexpr const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/=,";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

}  // namespace platerip::rip
