// Which pages of a file are read.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// Pages, by their numbers in their file, from 1: "1-3,8,10-".
class PageRanges {
 public:
  /// All pages.
  PageRanges() = default;

  /// Parses numbers and ranges, separated by commas; a range without an end goes on to the last page. Errors: it is no
  /// such list, or a range ends before it begins.
  static Result<PageRanges> read(const std::string& word);

  [[nodiscard]] bool has(int number) const;
  [[nodiscard]] bool are_all() const { return ranges_.empty(); }

  /// As read() takes it; "" for all pages.
  [[nodiscard]] std::string text() const;

 private:
  struct Range {
    int first;
    int last;
  };
  std::vector<Range> ranges_;  // empty: all
};

}  // namespace platerip::rip
