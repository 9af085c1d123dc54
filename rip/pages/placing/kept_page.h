// Rows of a page that are needed again, or in another order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/status.h"
#include "rip/pages/page_rows.h"
#include "rip/resources/spool.h"

namespace platerip::rip {

/// Reads rows of a page again: from the page itself if it has any rows at any time, and else from TMPDIR, where they
/// wait. One thread at a time, except for read().
class KeptPage {
 public:
  /// `page` outlives this. At most `spool` bytes wait. `name` is the page's name in messages.
  KeptPage(PageRows& page, std::string name, std::int64_t spool)
      : page_(page), name_(std::move(name)), spool_bytes_(spool) {}

  /// Whether rows have to pass through read_next() before read() gets them.
  [[nodiscard]] bool waits() const { return page_.order() == ReadOrder::in_turn; }

  /// Reads the page's next rows and keeps them. Precondition: waits(). Errors: those of the page; TMPDIR has no room,
  /// or must not have so much.
  Status read_next(std::int64_t rows, std::byte* out, std::ptrdiff_t stride);

  /// Reads `rows` rows from row `first` on. Precondition: they have been kept, if waits(). `stride` may be negative.
  /// Thread-safe. Errors: those of the page; TMPDIR fails.
  Status read(std::int64_t first, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const;

 private:
  PageRows& page_;
  std::string name_;
  std::int64_t spool_bytes_;
  std::optional<Spool> spool_;
};

}  // namespace platerip::rip
