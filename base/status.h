// How platerip reports errors: as values.
//
// Copies may throw std::bad_alloc. Reading the value of a failed Result, or the error of a successful one, is the
// caller's mistake and throws std::bad_variant_access. Nothing else throws.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace platerip {

/// The kind of an error, for programs that decide what to do next.
enum class ErrorCode {
  bad_input,    ///< a page, a profile or a curve cannot be used as it is
  bad_setting,  ///< a setting has an invalid value, or two settings contradict each other
  unsupported,  ///< valid, but this build or this machine cannot do it
  unreadable,   ///< a file or a stream cannot be opened, read or written: missing, not permitted, broken
  no_memory,    ///< the job needs more memory than it may use
  no_space,     ///< the disk is full, or a limit on temporary files is reached
  stopped,      ///< the caller asked to stop
  device,       ///< a GPU is missing, cannot be started, or failed; the last one (rip/mpi/page_messages.cpp)
};

/// What a person can do about an error: mostly, change a setting. `setting` is a name from the table of options, such
/// as "memory". Front ends spell it in their own way; the command line says "give --memory 300 or more".
struct Advice {
  enum class Action {
    give,
    give_at_least,
    give_larger,
    give_another,
    leave_out,
    other,  ///< not about a setting: `value` says what to do, such as "take TIFF"; the last one, as above
  };
  Action action = Action::give;
  std::string setting = {};
  std::string value = {};    ///< the value to give; may be empty
  std::string purpose = {};  ///< what for, such as "to convert them"; may be empty
};

/// What went wrong. `message` is one line that names the file and says what is wrong with it. `advice` says what to do.
/// one_line() (rip/job/one_line.h) joins both.
struct Error {
  std::string message;
  ErrorCode code = ErrorCode::bad_input;
  std::vector<Advice> advice = {};  ///< possible remedies, each of which is enough
  std::string setting = {};         ///< the wrong setting, by its name in the table of options; may be empty
  std::string page = {};            ///< the name of the page that could not be made, for programs; may be empty

  /// The same error with "SUBJECT: " before its message.
  [[nodiscard]] Error about(const std::string& subject) const {
    return {subject + ": " + message, code, advice, setting, page};
  }

  /// The same error, attributed to a setting.
  [[nodiscard]] Error of_setting(const std::string& name) const { return {message, code, advice, name, page}; }

  /// The same error of a page with this name.
  [[nodiscard]] Error of_page(const std::string& name) const { return {message, code, advice, setting, name}; }
};

/// Either a T or the Error that prevented it.
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

/// Success, or the Error that prevented it.
class [[nodiscard]] Status : public Result<std::monostate> {
 public:
  Status() : Result(std::monostate{}) {}
  Status(Error error) : Result(std::move(error)) {}
};

}  // namespace platerip
