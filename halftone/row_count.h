// How many rows a halftoner that looks ahead has been given, and may finish now.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/status.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

class RowCount {
 public:
  /// Of a method that needs so many rows below the row that it finishes.
  explicit RowCount(int rows_below) : rows_below_(rows_below) {}

  /// Counts the strip's rows as given. Returns how many rows are finished with it, as Halftoner::run() says. Errors:
  /// rows after the page's last.
  Result<std::int64_t> take(const Strip& strip) {
    if (strip.rows > 0 && ended_) return Error{"halftone: rows were given after the page's last"};
    given_ += strip.rows;
    ended_ = ended_ || strip.last;
    const std::int64_t ready = ended_ ? given_ : std::max(given_ - rows_below_, finished_);
    const std::int64_t rows = std::min(ready - finished_, std::max(strip.rows, strip.room));
    finished_ += rows;
    return rows;
  }

  /// Rows of the page, from its top.
  [[nodiscard]] std::int64_t given() const { return given_; }
  [[nodiscard]] std::int64_t finished() const { return finished_; }

  /// As Boundary has them.
  [[nodiscard]] std::int64_t held() const { return given_ - finished_; }
  void restore(std::int64_t rows, std::int64_t held) {
    finished_ = rows;
    given_ = rows + held;
    ended_ = false;
  }

 private:
  int rows_below_;
  std::int64_t given_ = 0;
  std::int64_t finished_ = 0;
  bool ended_ = false;
};

}  // namespace platerip::halftone
