// Where pages come from: any source of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/status.h"
#include "rip/pages/page_source.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// One page, its rows in order from the first to the last. One thread at a time.
class PageRows {
 public:
  virtual ~PageRows() = default;

  [[nodiscard]] virtual const tiffio::PageInfo& info() const = 0;

  /// Bytes that reading takes at most, if known. More than the memory allowed: the page cannot be read, and this is
  /// what it needs.
  [[nodiscard]] virtual std::optional<std::size_t> memory_bytes() const { return std::nullopt; }

  /// Reads the next `rows` rows, samples interleaved as PageInfo says, to `out`, `stride` bytes from row to row; `out`
  /// and `stride` are multiples of a sample's size. Precondition: the page has that many rows left. Errors name the
  /// page.
  virtual Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) = 0;
};

struct NextPage {
  PageSource source;
  std::unique_ptr<PageRows> rows;
};

/// Pages one after the other: those of files, or of a stream as they come in. One thread at a time.
class Pages {
 public:
  virtual ~Pages() = default;

  /// How many there are at most, broken ones included; 0 where only the end of the stream will tell.
  [[nodiscard]] virtual std::size_t count() const = 0;

  /// The next page, or why it cannot be had; nothing after the last. The page before must not be read any more. After
  /// the error of a page in a stream there are no more.
  virtual std::optional<Result<NextPage>> next() = 0;
};

}  // namespace platerip::rip
