// Reads the rows of a page in a TIFF, in order and in bounded memory, whatever the layout of the file.
//
// Functions may throw std::bad_alloc: the machine may run out of memory although the reader stays within its limit.
// They pass on exceptions of `parallel`. Nothing else throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/lend_thread.h"
#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/layout/page_info.h"

namespace platerip::tiffio {

class InputFile;

/// The pages of a TIFF, in order. Each directory of the file is a page, except thumbnails (reduced-resolution images)
/// and transparency masks.
struct PageList {
  std::string path;
  std::vector<std::uint64_t> directories;           ///< the offset of each page's directory
  std::optional<Error> broken;                      ///< why later pages, if there are any, cannot be found
  std::shared_ptr<const InputFile> file = nullptr;  ///< set if the pages were found through a descriptor

  [[nodiscard]] int count() const { return static_cast<int>(directories.size()); }

  /// The name of page `index` in messages: the path and, if the file has several pages, the page's number from 1.
  [[nodiscard]] std::string label(int index) const;
};

/// Finds the pages of a file. Errors: the file is missing, is not a regular file or not a TIFF, or has no page.
Result<PageList> find_pages(const std::string& path);

/// The same for an open file, whose file offset does not matter. Messages call the file `name`. The caller keeps
/// `descriptor` and may close it after the call.
Result<PageList> find_pages(int descriptor, const std::string& name);

/// The properties of a page, and the memory that reading it takes, in bytes.
struct PageNeeds {
  PageInfo info;
  std::uint64_t memory = 0;            ///< the least
  std::uint64_t memory_for_speed = 0;  ///< the least with which no strip or tile is decoded more than once
};

/// Finds the needs of page `index` (from 0) of `pages` without reading its rows, in at most `memory` bytes. Errors:
/// those of PageReader::open(), except for a page that cannot be read within `memory`.
Result<PageNeeds> find_needs(const PageList& pages, int index, std::size_t memory);

/// Reads the rows of one page in order, from the first to the last. A reader serves one thread at a time; different
/// readers are independent.
class PageReader {
 public:
  /// Opens page `index` (from 0) of `pages`. `memory` limits the bytes that the reader takes at any time. `parallel`
  /// lends threads for reading and copying large pieces; if it is empty, the calling thread does so alone. Up to
  /// `threads` threads decode strips or tiles at the same time, as far as `memory` allows: the calling one and those of
  /// `lend`, which also decode ahead between calls. If `lend` is empty, the calling thread decodes alone. The number of
  /// threads changes neither rows nor errors.
  /// Errors: the file is missing or not a TIFF; sizes contradict each other or the file's length; a colour space,
  /// sample format or depth is not supported; this libtiff lacks the codec; or the page cannot be read in order within
  /// `memory`. Messages begin with the page's label.
  static Result<PageReader> open(const PageList& pages, int index, std::size_t memory, const ParallelFor& parallel = {},
                                 int threads = 1, const LendThread& lend = {});

  /// The same for a file whose pages have not been found yet: finds them first.
  static Result<PageReader> open(const std::string& path, int index, std::size_t memory,
                                 const ParallelFor& parallel = {}, int threads = 1, const LendThread& lend = {});

  PageReader(PageReader&&) noexcept;
  PageReader& operator=(PageReader&&) noexcept;
  ~PageReader();

  /// The properties of the page. The reference is valid as long as the reader exists.
  [[nodiscard]] const PageInfo& info() const;

  /// The most bytes that the reader takes at any time. If the file stores rows exactly as they are returned, these are
  /// very few.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Reads the next `rows` rows into `out`, `stride` bytes (>= row_bytes()) from row to row. The caller owns `out`.
  /// Bytes between row_bytes() and `stride` are not touched. Precondition: the page has that many rows left. Errors:
  /// the data are truncated or damaged; the message names the rows. After an error, only destroy the reader.
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride);

  /// Passes over the next `rows` rows: strips and tiles of which no row is read are not decoded, so their damage goes
  /// unnoticed. Precondition and errors: those of read().
  Status skip(std::int64_t rows);

  /// Whether read_at() works: the file stores rows exactly as they are returned.
  [[nodiscard]] bool reads_anywhere() const;

  /// Reads `rows` rows from `row` on into `out` like read(), but does not change where that goes on. `stride` may be
  /// negative. Thread-safe. Precondition: reads_anywhere(). Errors: those of read().
  Status read_at(std::int64_t row, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const;

 private:
  struct Impl;
  explicit PageReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
