// Reads the rows of a page into strips, with the rows around them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/placing/lying_page.h"
#include "rip/strips/stages.h"
#include "rip/strips/strip.h"

namespace platerip::rip {

/// One thread at a time. The page is read once, from top to bottom. Rows that lie around two strips are copied.
class StripReader {
 public:
  /// `page` outlives this. `around`: the rows to read around each strip, as far as the page has them. `lying`: the same
  /// page before it is turned, if it can be read like that.
  StripReader(PageRows& page, const Window& around, const LyingPage& lying = {})
      : page_(page), around_(around), lying_(lying) {}

  /// Reads the strip's rows and those around them, and says so in the strip; skips the rows above. With `as_they_lie`,
  /// they are not turned if the page lies. Precondition: the strip lies below the one read before, whose pixels have
  /// not changed. Errors: those of the page.
  Status read(StripInFlight& strip, bool as_they_lie = false);

  /// Reads past the rows above `row`, so that damage in them is noticed. To be called first of all. `strip` has room
  /// for at least one row. `stop` is polled; true ends the pass with an error. Errors also: those of the page.
  Status pass(std::int64_t row, const StripInFlight& strip, const std::function<bool()>& stop);

  /// The next strip begins at `row`, and the strips so far are no longer there. Copies what it needs of them.
  void leave_strips(std::int64_t row);

  /// The same, but takes the rows that it needs from `strips`, as long as it needs them. `owner` keeps these.
  void go_on(std::int64_t row, std::span<const StripInFlight> strips, std::shared_ptr<const void> owner);

 private:
  /// Rows of the page that are in memory.
  struct Rows {
    std::int64_t first = 0;
    std::int64_t end = 0;
    const std::byte* pixels = nullptr;  // of the first
    std::ptrdiff_t stride = 0;

    [[nodiscard]] bool has(std::int64_t row) const { return row >= first && row < end; }
    [[nodiscard]] const std::byte* at(std::int64_t row) const { return pixels + (row - first) * stride; }
  };

  [[nodiscard]] Rows rows_of(const StripInFlight& strip) const;
  [[nodiscard]] const std::byte* find(std::int64_t row) const;  // null: it is not in memory
  void keep(std::vector<Rows> rows, std::shared_ptr<const void> owner);

  PageRows& page_;
  Window around_;
  LyingPage lying_;
  std::int64_t read_ = 0;  // the page's next row
  Rows last_;              // of the strip read before
  std::vector<Rows> kept_;
  std::shared_ptr<const void> owner_;
};

}  // namespace platerip::rip
