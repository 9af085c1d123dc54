// Counts the rows that a halftoner with look-ahead has been given, and those that it has finished.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/status.h"
#include "halftone/checks.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

class RowCount {
 public:
  /// For a method that can finish a row only when it has `rows_below` rows below it.
  explicit RowCount(int rows_below) : rows_below_(rows_below) {}

  /// Counts the strip's rows as given. Returns the number of rows that Halftoner::run() finishes with this strip.
  /// Errors: the strip has rows although the page has ended.
  Result<std::int64_t> take(const Strip& strip) {
    if (const Status status = end_.take(strip); !status.ok()) return status.error();
    given_ += strip.rows;
    const std::int64_t ready = end_.has_come() ? given_ : std::max(given_ - rows_below_, finished_);
    const std::int64_t rows = std::min(ready - finished_, std::max(strip.rows, strip.room));
    finished_ += rows;
    return rows;
  }

  /// Rows of the page, from its top.
  [[nodiscard]] std::int64_t given() const { return given_; }
  [[nodiscard]] std::int64_t finished() const { return finished_; }

  /// The same as in Boundary.
  [[nodiscard]] std::int64_t held() const { return given_ - finished_; }
  void restore(std::int64_t rows, std::int64_t held) {
    finished_ = rows;
    given_ = rows + held;
    end_.restore();
  }

 private:
  int rows_below_;
  std::int64_t given_ = 0;
  std::int64_t finished_ = 0;
  PageEnd end_;
};

}  // namespace platerip::halftone
