// Splits PostScript into tokens, as far as halftone dictionaries need them.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace platerip::rip {

/// A token of PostScript.
struct Token {
  enum class Kind {
    end,        ///< the text is over
    number,     ///< `number`
    literal,    ///< a name after a slash: `text`
    name,       ///< an executable name, or one of the marks << >> [ ]: `text`
    string,     ///< the bytes of a string in parentheses, in hexadecimal or in base 85: `text`
    procedure,  ///< what is between braces, unread: `text`
  };
  Kind kind = Kind::end;
  std::string text = {};
  double number = 0;
};

/// Reads tokens one after the other. One thread at a time; the functions below are thread-safe.
class Tokens {
 public:
  /// `text` must outlive this object.
  explicit Tokens(std::string_view text) : text_(text) {}

  /// The next token. Errors: a string, a procedure or a number that is broken or does not end.
  Result<Token> next();

  /// The text after the last token and one space or line end.
  [[nodiscard]] std::string_view rest() const;

 private:
  [[nodiscard]] bool at_end() const { return place_ == text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  void skip_space();
  std::string_view regular();
  Result<Token> parenthesized();
  Result<Token> procedure();

  std::string_view text_;
  std::size_t place_ = 0;
};

/// The bytes of hexadecimal digits: what is between < and >, or before the > of a stream. Spaces are skipped. A missing
/// last digit is 0. Errors: other characters.
Result<std::string> hexadecimal(std::string_view digits);

/// The bytes of base 85: what is between <~ and ~>, or before the ~> of a stream. Spaces are skipped. Errors: other
/// characters, or a group that is no number of 32 bits.
Result<std::string> base85(std::string_view digits);

}  // namespace platerip::rip
