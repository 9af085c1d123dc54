// Patterns for the names of plates, such as "{page}_{ink}".
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_source.h"

namespace platerip::rip {

struct InkName;

/// A pattern that a user chose. Its fields are in braces:
///
/// - page: numbered_stem(), or page_stem() if the pattern has a number. Characters that are not allowed in the pattern
///   become '_'
/// - ink, letter: the ink
/// - number: the number of the page in its file, from 1, with as many digits as the last one needs
/// - copy: PageSource::copy
/// - date: the day of SOURCE_DATE_EPOCH in UTC, or else the day on which the pattern was parsed, as 2026-11-23
///
/// Everything else stays as it is. A name without the extension .tif or .tiff gets .tif.
class NamePattern {
 public:
  /// Errors, all about the pattern: it is empty, has an unknown field or an unmatched brace, leads to another folder,
  /// begins with a dot, or has control characters or \ : * ? " < > |, which some file servers do not take.
  static Result<NamePattern> parse(std::string_view pattern);

  /// The pattern as it was parsed.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Whether the inks of a page get different names, and whether the pages of a file do.
  [[nodiscard]] bool tells_inks_apart() const { return has(Field::ink) || has(Field::letter); }
  [[nodiscard]] bool tells_pages_apart() const { return has(Field::page) || has(Field::number); }

  /// The file name of a plate. Errors: a name that some file servers reserve for devices, such as con.tif, or that is
  /// too long.
  [[nodiscard]] Result<std::string> file_name(const PageSource& page, const InkName& ink) const;

  /// A name for all plates of a page: the pattern without extension, without the ink, and without the punctuation
  /// before the ink, or behind it if the ink comes first. numbered_stem() if nothing is left.
  [[nodiscard]] std::string set_name(const PageSource& page) const;

 private:
  enum class Field { text, page, ink, letter, number, copy, date };
  struct Part {
    Field field = Field::text;
    std::string text;  // of a text, or of the date
  };

  Status add_field(std::string_view name);
  [[nodiscard]] bool has(Field field) const;
  [[nodiscard]] std::string value(const Part& part, const PageSource& page, const InkName& ink) const;

  std::string text_;
  std::vector<Part> parts_;
};

/// page_stem(), and a hyphen and the page's number if its file has, or may have, several pages.
std::string numbered_stem(const PageSource& page);

}  // namespace platerip::rip
