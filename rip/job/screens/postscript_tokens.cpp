#include "rip/job/screens/postscript_tokens.h"

#include <charconv>
#include <cstdint>

namespace platerip::rip {
namespace {

constexpr std::string_view spaces{" \t\r\n\f\0", 6};
constexpr std::string_view delimiters = "()<>[]{}/%";

bool is_space(char c) {
  return spaces.find(c) != std::string_view::npos;
}

bool is_regular(char c) {
  return !is_space(c) && delimiters.find(c) == std::string_view::npos;
}

Error broken(const std::string& what) {
  return Error{"its PostScript has " + what};
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Token string_of(std::string bytes) {
  return {.kind = Token::Kind::string, .text = std::move(bytes)};
}

// A number, or else a name.
Token number_or_name(std::string_view word) {
  const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size() && number - number == 0)
    return {.kind = Token::Kind::number, .text = {}, .number = number};
  return {.kind = Token::Kind::name, .text = std::string(word)};
}

}  // namespace

char Tokens::peek(std::size_t ahead) const {
  return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
}

void Tokens::skip_space() {
  for (; !at_end(); ++place_) {
    if (peek() == '%') {
      while (!at_end() && peek() != '\n' && peek() != '\r') ++place_;
    }
    if (at_end() || !is_space(peek())) return;
  }
}

std::string_view Tokens::regular() {
  const std::size_t begin = place_;
  while (!at_end() && is_regular(peek())) ++place_;
  return text_.substr(begin, place_ - begin);
}

Result<Token> Tokens::next() {
  skip_space();
  if (at_end()) return Token{};
  switch (peek()) {
    case '/':
      ++place_;
      return Token{.kind = Token::Kind::literal, .text = std::string(regular())};
    case '(':
      return parenthesized();
    case '{':
      return procedure();
    case '[':
    case ']':
      return Token{.kind = Token::Kind::name, .text = std::string(1, text_[place_++])};
    case '<':
    case '>':
      if (peek(1) == peek()) {
        place_ += 2;
        return Token{.kind = Token::Kind::name, .text = std::string(text_.substr(place_ - 2, 2))};
      }
      break;
    default:
      if (is_regular(peek())) return number_or_name(regular());
  }
  if (peek() != '<') return broken(std::string("a ") + peek() + " that begins nothing");
  const bool in_base85 = peek(1) == '~';
  const std::string_view mark = in_base85 ? "~>" : ">";
  const std::size_t begin = place_ + (in_base85 ? 2 : 1), end = text_.find(mark, begin);
  if (end == std::string_view::npos) return broken("a string that does not end");
  place_ = end + mark.size();
  const std::string_view digits = text_.substr(begin, end - begin);
  auto bytes = in_base85 ? base85(digits) : hexadecimal(digits);
  if (!bytes.ok()) return bytes.error();
  return string_of(*std::move(bytes));
}

// Parentheses nest. A backslash begins an octal number, a control character or a line that goes on.
Result<Token> Tokens::parenthesized() {
  std::string bytes;
  int depth = 0;
  while (!at_end()) {
    char c = text_[place_++];
    if (c == '(' && depth++ == 0) continue;
    if (c == ')' && --depth == 0) return string_of(std::move(bytes));
    if (c == '\\' && !at_end()) {
      c = text_[place_++];
      constexpr std::string_view letters = "nrtbf", controls = "\n\r\t\b\f";
      const std::size_t letter = letters.find(c);
      if (letter != std::string_view::npos) c = controls[letter];
      if (c == '\n' && letter == std::string_view::npos) continue;
      if (c >= '0' && c <= '7') {
        int code = c - '0';
        for (int i = 0; i < 2 && peek() >= '0' && peek() <= '7'; ++i) code = 8 * code + (text_[place_++] - '0');
        c = static_cast<char>(code);
      }
    }
    bytes += c;
  }
  return broken("a string that does not end");
}

// Counts all braces, also those in strings and comments. A procedure is never run, so its text may end too early.
Result<Token> Tokens::procedure() {
  const std::size_t begin = place_ + 1;
  int depth = 0;
  for (; !at_end(); ++place_) {
    if (peek() == '{') ++depth;
    if (peek() == '}' && --depth == 0)
      return Token{.kind = Token::Kind::procedure, .text = std::string(text_.substr(begin, place_++ - begin))};
  }
  return broken("a procedure that does not end");
}

std::string_view Tokens::rest() const {
  std::size_t begin = place_;
  if (peek() == '\r' && peek(1) == '\n') ++begin;
  if (begin < text_.size() && is_space(text_[begin])) ++begin;
  return text_.substr(begin);
}

Result<std::string> hexadecimal(std::string_view digits) {
  std::string bytes;
  int high = -1;
  for (const char c : digits) {
    if (is_space(c)) continue;
    const int digit = digit_of(c);
    if (digit < 0) return broken("a hexadecimal string with other characters");
    if (high >= 0) bytes += static_cast<char>(16 * high + digit);
    high = high >= 0 ? -1 : digit;
  }
  if (high >= 0) bytes += static_cast<char>(16 * high);
  return bytes;
}

// Five digits from ! to u make four bytes, and z makes four zeros. The last group may be shorter: n digits make n − 1
// bytes, as if digits u followed.
Result<std::string> base85(std::string_view digits) {
  std::string bytes;
  std::uint64_t group = 0;
  int count = 0;
  const auto add_bytes = [&](int kept) {
    for (int i = 0; i < kept; ++i) bytes += static_cast<char>(group >> (24 - 8 * i));
  };
  for (const char c : digits) {
    if (is_space(c)) continue;
    if (c == 'z' && count == 0) {
      bytes.append(4, '\0');
      continue;
    }
    if (c < '!' || c > 'u') return broken("a base-85 string with other characters");
    group = 85 * group + static_cast<std::uint64_t>(c - '!');
    if (++count < 5) continue;
    if (group > 0xFFFFFFFF) return broken("a base-85 string with a group that is too large");
    add_bytes(4);
    group = 0;
    count = 0;
  }
  if (count == 1) return broken("a base-85 string whose last group is a single digit");
  if (count == 0) return bytes;
  for (int i = count; i < 5; ++i) group = 85 * group + 84;
  if (group > 0xFFFFFFFF) return broken("a base-85 string with a group that is too large");
  add_bytes(count - 1);
  return bytes;
}

}  // namespace platerip::rip
