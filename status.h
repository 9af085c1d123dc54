// The one way errors travel in platerip: as values. Every library here uses it and nothing else is shared between them.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace platerip {

/// What went wrong, in one line that a person can act on: which file, what is wrong with it, what to do.
struct Error {
  std::string message;
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
