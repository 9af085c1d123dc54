// Parses option values from users' words. Errors say what the value should be, and have the code bad_setting. The
// caller adds the option's name.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// An error with the code bad_setting.
inline Error wrong_setting(std::string message) {
  return {std::move(message), ErrorCode::bad_setting};
}

/// A user's word in a message: in quotes, without control characters, and cut off if it is long.
std::string quoted(const std::string& word);

/// Parses a flag: true, yes, on, 1, or false, no, off, 0, in any case. Nothing for other words.
std::optional<bool> flag_of(std::string_view word);

/// Parses `word` into `target`, which is unchanged after an error. Errors: flag_of() does not know the word.
Status read_flag(const std::string& word, bool& target);

/// The same for the path of a file: a std::string, or an optional of one. Errors: it is empty.
template <typename Target>
Status read_file_name(const std::string& word, Target& target) {
  if (word.empty()) return wrong_setting("the name of a file is needed");
  target = word;
  return {};
}

/// The words before and after the first equals sign. Errors: one of them is empty; `form` says what both should be.
Result<std::pair<std::string, std::string>> read_pair(const std::string& word, const std::string& form);

/// Parses a comma-separated list. Spaces around each item are dropped. Errors: an item is empty; `form` says what the
/// list should be.
Status read_list(const std::string& word, const std::string& form, std::vector<std::string>& target);

/// A word and the value it stands for.
template <typename T>
struct Choice {
  const char* word;
  T value;
};

/// Sets `target` to the value of the choice whose word is `word`. Errors: there is none; the message lists the words.
template <typename T, std::size_t count, typename Target>
Status choose(const Choice<T> (&choices)[count], const std::string& word, Target& target) {
  std::string list;
  for (const Choice<T>& choice : choices) {
    if (word == choice.word) {
      target = choice.value;
      return {};
    }
    list += (list.empty() ? "" : ", ") + std::string(choice.word);
  }
  return wrong_setting(quoted(word) + " is not one of " + list);
}

/// The word of the choice that has this value; "" if there is none.
template <typename T, std::size_t count>
std::string word_of(const Choice<T> (&choices)[count], const T& value) {
  for (const Choice<T>& choice : choices) {
    if (choice.value == value) return choice.word;
  }
  return "";
}

/// The allowed numbers. `range` describes them to users.
template <typename T>
struct Range {
  T least;
  T most;
  const char* range;
};

/// Errors: the number is out of range, or is no number (NaN).
template <typename T>
Status check_number(T number, const Range<T>& allowed) {
  if (number >= allowed.least && number <= allowed.most) return {};
  return wrong_setting(std::string("must be ") + allowed.range);
}

/// Parses a whole or decimal number, as T is, with or without a plus sign. Errors: `word` is no such number, or it is
/// out of range.
template <typename T, typename Target>
Status read_number(const std::string& word, const Range<T>& allowed, Target& target) {
  const std::string_view digits = std::string_view(word).substr(word.starts_with('+') ? 1 : 0);
  T number{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size())
    return wrong_setting(quoted(word) + " is not a " + (std::is_integral_v<T> ? "whole number" : "number") +
                         "; must be " + allowed.range);
  if (error != std::errc()) return wrong_setting(std::string("must be ") + allowed.range);
  if (Status status = check_number(number, allowed); !status.ok()) return status;
  target = number;
  return {};
}

}  // namespace platerip::rip
