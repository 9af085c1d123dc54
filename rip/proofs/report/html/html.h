// Writes HTML into which text from files can be put safely.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace platerip::rip {

/// `text` for HTML and for attributes in quotes: & < > " and ' are escaped. Control characters, and characters that
/// change the direction of text, become spaces. Bytes that are not UTF-8 become U+FFFD.
std::string escaped(std::string_view text);

/// Attributes of an element: names, which must be safe, and values, which are escaped.
using Attributes = std::vector<std::pair<std::string_view, std::string>>;

/// A document under construction. It escapes texts and values of attributes, but not the names of elements.
class Html {
 public:
  /// Begins an element, `<name …>`. close() must end it.
  Html& open(std::string_view name, const Attributes& attributes = {});
  Html& close(std::string_view name);
  /// An element with a text.
  Html& element(std::string_view name, std::string_view text, const Attributes& attributes = {});
  /// An element without content and without an end.
  Html& empty(std::string_view name, const Attributes& attributes = {}) { return open(name, attributes); }
  /// `<name …>` with a data_uri() as the attribute `source`.
  Html& picture(std::string_view name, std::string_view source, std::string data_uri, const Attributes& attributes);
  /// A text.
  Html& text(std::string_view text);
  /// Code of this program, which is not escaped.
  Html& raw(std::string_view code);

  /// Another document, as a part of this one.
  Html& add(Html part);

  /// The bytes of the document so far.
  [[nodiscard]] std::size_t size() const;
  /// Takes the document away, in parts that follow each other.
  [[nodiscard]] std::vector<std::string> take();

 private:
  std::vector<std::string> before_;  // pictures are not copied
  std::string code_;
};

}  // namespace platerip::rip
