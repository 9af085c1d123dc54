// The interface of page sources: rows of pages from anywhere.
//
// Implementations may throw. rip_page() passes their exceptions to its caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/status.h"
#include "rip/pages/page_source.h"
#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// One page, whose rows are read in order. One thread at a time.
class PageRows {
 public:
  virtual ~PageRows() = default;

  /// The properties of the page; valid as long as this object, and always the same.
  [[nodiscard]] virtual const tiffio::PageInfo& info() const = 0;

  /// The most bytes that reading takes, if known. If that exceeds the memory allowed, the page is refused, and the
  /// message says what it needs.
  [[nodiscard]] virtual std::optional<std::size_t> memory_bytes() const { return std::nullopt; }

  /// Reads the next `rows` rows into `out`, `stride` bytes from row to row, with samples interleaved as PageInfo says.
  /// `out` and `stride` are multiples of a sample's size. Precondition: the page has that many rows left. Errors name
  /// the page.
  virtual Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) = 0;

  /// Skips the next `rows` rows. Precondition and errors: those of read(), but damage may go unnoticed.
  virtual Status skip(std::int64_t rows);
};

/// A page that is open for reading.
struct NextPage {
  PageSource source;
  std::unique_ptr<PageRows> rows;
};

/// A sequence of pages, from files or from a stream as they arrive. One thread at a time.
class Pages {
 public:
  virtual ~Pages() = default;

  /// The greatest possible number of pages, including broken ones; 0 if it is not known before the end of a stream.
  [[nodiscard]] virtual std::size_t count() const = 0;

  /// The next page, or the error that prevents it; nothing after the last page. The rows of the previous page must not
  /// be read any more. After an error in a stream, there are no more pages.
  virtual std::optional<Result<NextPage>> next() = 0;
};

}  // namespace platerip::rip
