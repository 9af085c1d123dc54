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

/// In which order a page can be read without more work than in turn.
enum class ReadOrder {
  in_turn,    ///< row after row
  any_rows,   ///< whole rows at any time, as from a file that stores them as they are
  any_pixels  ///< also columns, as from memory
};

/// Some columns of some rows of a page.
struct PagePart {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;
};

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

  /// The page's order; always the same. Pages that can be read in any order need not wait in a temporary file when they
  /// are turned or repeated.
  [[nodiscard]] virtual ReadOrder order() const { return ReadOrder::in_turn; }

  /// Reads a part of the page like read(), which afterwards goes on where it was. Thread-safe. `stride` may be
  /// negative. Precondition: order() is any_pixels, or any_rows and the part has all columns. Errors name the page.
  virtual Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride);
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
