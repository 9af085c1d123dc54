// Makes the spellings of options (job_options.h).
//
// A kind says how one value is read from a word (`read`, which leaves the value unchanged after an error) and printed
// as one (`print`); `input_file` says whether it is the path of a file that the job reads. A spelling says which field
// of a job an option sets. Setting an option from the words that a field prints gives the same field, but for the order
// of inks, and for bytes of memory below a MiB.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different jobs.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/status.h"
#include "profiles/per_ink.h"
#include "rip/job/job_options.h"
#include "rip/job/option_values.h"

namespace platerip::rip {

/// A whole or decimal number, in the fewest digits that give the same number again.
template <typename T>
std::string text_of(T number) {
  std::array<char, 64> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

/// true or false.
struct Flag {
  using Type = bool;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, bool& value) { return read_flag(word, value); }
  static std::string print(bool value) { return value ? "true" : "false"; }
};

/// The path of a file, which is not empty.
struct FileName {
  using Type = std::string;
  static constexpr const char* name = "FILE";
  static constexpr bool input_file = false;
  static Status read(const std::string& word, std::string& value) { return read_file_name(word, value); }
  static std::string print(const std::string& value) { return value; }
};

/// The path of a file that the job reads.
struct InputFile : FileName {
  static constexpr bool input_file = true;
};

/// A number. `allowed` is a Range.
template <const auto& allowed>
struct Number {
  using Type = std::remove_const_t<decltype(allowed.least)>;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& value) { return read_number(word, allowed, value); }
  static std::string print(Type value) { return text_of(value); }
};

/// A number of mebibytes, where the field counts bytes. `allowed` is a Range of mebibytes.
template <const auto& allowed>
struct Mebibytes {
  using Type = std::int64_t;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& bytes) {
    if (const Status status = read_number(word, allowed, bytes); !status.ok()) return status;
    bytes <<= 20;
    return {};
  }
  static std::string print(Type bytes) { return text_of(bytes >> 20); }
};

/// One of a few words. `choices` is an array of Choice.
template <const auto& choices>
struct OneOf {
  using Type = std::remove_cvref_t<decltype(choices[0].value)>;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& value) { return choose(choices, word, value); }
  static std::string print(Type value) { return word_of(choices, value); }
};

/// A value of one ink: "INK=VALUE", where `Kind` is the kind of the value.
template <typename Kind>
struct ForInk {
  using Type = profiles::PerInk<typename Kind::Type>;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& setting) {
    auto pair = read_pair(word, std::string("INK=") + Kind::name);
    if (!pair.ok()) return pair.error();
    setting.ink = std::move(pair->first);
    return Kind::read(pair->second, setting.value);
  }
  static std::string print(const Type& setting) { return setting.ink + '=' + Kind::print(setting.value); }
};

/// The field of `job` that `path` leads to: pointers to members, from Job down.
template <auto... path>
auto& field_of(auto& job) {
  return (job.*....*path);
}

/// An option of one value: of type Kind::Type, or an optional of it.
template <typename Kind, auto... path>
constexpr Spelling one() {
  using Field = std::remove_cvref_t<decltype(field_of<path...>(std::declval<Job&>()))>;
  constexpr bool may_be_unset = requires(Field field) {
    field.has_value();
  };
  Spelling spelling;
  spelling.set = [](Job& job, const std::string& word) -> Status {
    Field& field = field_of<path...>(job);
    if constexpr (may_be_unset) {
      typename Kind::Type value{};
      if (Status status = Kind::read(word, value); !status.ok()) return status;
      field = static_cast<typename Field::value_type>(std::move(value));
    } else {
      auto value = static_cast<typename Kind::Type>(field);
      if (Status status = Kind::read(word, value); !status.ok()) return status;
      field = static_cast<Field>(std::move(value));
    }
    return {};
  };
  spelling.print = [](const Job& job) -> std::vector<std::string> {
    const Field& field = field_of<path...>(job);
    if constexpr (may_be_unset) {
      if (!field) return {};
      return {Kind::print(static_cast<typename Kind::Type>(*field))};
    } else {
      return {Kind::print(static_cast<typename Kind::Type>(field))};
    }
  };
  if constexpr (Kind::input_file) spelling.files = spelling.print;
  return spelling;
}

/// An option whose words each add a value: the field is a vector of Kind::Type.
template <typename Kind, auto... path>
constexpr Spelling each() {
  Spelling spelling;
  spelling.adds = true;
  if constexpr (requires { &Kind::goes_on; }) spelling.goes_on = &Kind::goes_on;
  spelling.set = [](Job& job, const std::string& word) -> Status {
    typename Kind::Type value{};
    if (Status status = Kind::read(word, value); !status.ok()) return status;
    field_of<path...>(job).push_back(std::move(value));
    return {};
  };
  spelling.print = [](const Job& job) {
    std::vector<std::string> words;
    for (const auto& value : field_of<path...>(job)) words.push_back(Kind::print(value));
    return words;
  };
  return spelling;
}

/// The settings of single inks, by the names of the inks: their order does not matter.
template <auto... path>
auto by_name(const Job& job) {
  auto settings = field_of<path...>(job);
  std::ranges::stable_sort(settings, {}, [](const auto& setting) { return setting.ink; });
  return settings;
}

/// An option of single inks, "INK=VALUE": the field is a vector of PerInk<Kind::Type>.
template <typename Kind, auto... path>
constexpr Spelling for_inks() {
  Spelling spelling = each<ForInk<Kind>, path...>();
  if constexpr (requires { &Kind::goes_on; }) spelling.goes_on = &Kind::goes_on;
  spelling.print = [](const Job& job) {
    std::vector<std::string> words;
    for (const auto& setting : by_name<path...>(job)) words.push_back(ForInk<Kind>::print(setting));
    return words;
  };
  spelling.inks = [](const Job& job) {
    std::vector<std::string> inks;
    for (const auto& setting : by_name<path...>(job)) inks.push_back(setting.ink);
    return inks;
  };
  if constexpr (Kind::input_file) {
    spelling.files = [](const Job& job) {
      std::vector<std::string> files;
      for (const auto& setting : by_name<path...>(job)) files.push_back(setting.value);
      return files;
    };
  }
  return spelling;
}

/// An option of all inks, "VALUE", or of single inks, "INK=VALUE".
template <const Spelling& all, const Spelling& single>
constexpr Spelling for_all_or_inks() {
  Spelling spelling = single;
  spelling.set = [](Job& job, const std::string& word) {
    return (word.find('=') == std::string::npos ? all : single).set(job, word);
  };
  spelling.print = [](const Job& job) {
    std::vector<std::string> words = all.print(job);
    for (std::string& word : single.print(job)) words.push_back(std::move(word));
    return words;
  };
  return spelling;
}

}  // namespace platerip::rip
