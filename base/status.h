// The one way errors travel in platerip: as values.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace platerip {

/// What kind of thing went wrong, for a program that decides what to do next.
enum class ErrorCode {
  bad_input,    ///< a page, a profile or a curve cannot be used as it is
  bad_setting,  ///< a setting does not take its value, or two of them contradict each other
  unsupported,  ///< it is well formed, but this build or this machine cannot do it
  unreadable,   ///< a file or a stream cannot be opened, read or written: missing, not permitted, broken
  no_memory,    ///< it needs more memory than it may take
  no_space,     ///< the disk is full, or what may be kept on it is
  stopped,      ///< the caller asked for it
  device,       ///< a GPU is not there, cannot be started, or failed
};

/// Something that a person can do about it, mostly to a setting, by its name in the table of options ("memory"). Front
/// ends spell settings in their own way: the command line as "give --memory 300 or more".
struct Advice {
  enum class Action {
    give,
    give_at_least,
    give_larger,
    give_another,
    leave_out,
    other,  ///< to no setting: `value` says what, as "take TIFF"
  };
  Action action = Action::give;
  std::string setting = {};
  std::string value = {};    ///< to give; may be empty
  std::string purpose = {};  ///< as "to convert them"; may be empty
};

/// What went wrong, in one line that a person can act on: which file, and what is wrong with it. What to do is in the
/// advice; one_line() (rip/pipeline/one_line.h) puts all of it together.
struct Error {
  std::string message;
  ErrorCode code = ErrorCode::bad_input;
  std::vector<Advice> advice = {};  ///< ways out, any of which helps
  std::string setting = {};         ///< the one that is wrong, by its name in the table of options; may be empty

  /// The same of `subject`, named before the message.
  [[nodiscard]] Error about(const std::string& subject) const {
    return {subject + ": " + message, code, advice, setting};
  }

  /// The same, as what is wrong with a setting.
  [[nodiscard]] Error of_setting(const std::string& name) const { return {message, code, advice, name}; }
};

/// Either a T or the Error that kept it from being made. Reading the one that is not there throws
/// std::bad_variant_access: a mistake of the caller, never of the data.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  [[nodiscard]] const Error& error() const { return std::get<Error>(state_); }

  T& operator*() & { return std::get<T>(state_); }
  const T& operator*() const& { return std::get<T>(state_); }
  T&& operator*() && { return std::get<T>(std::move(state_)); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// Done, or the Error that stopped it.
class [[nodiscard]] Status : public Result<std::monostate> {
 public:
  Status() : Result(std::monostate{}) {}
  Status(Error error) : Result(std::move(error)) {}
};

}  // namespace platerip
