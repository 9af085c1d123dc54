// Reads the rows of a page in a TIFF, in order and in bounded memory, whatever the layout of the file.
//
// Functions may throw std::bad_alloc if the machine runs out of memory, although the reader stays within its limit. An
// exception of `parallel` passes through. Nothing else throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/layout/page_info.h"

namespace platerip::tiffio {

class InputFile;

/// The pages of a TIFF, in order: its directories except thumbnails (reduced-resolution images) and transparency masks.
struct PageList {
  std::string path;
  std::vector<std::uint64_t> directories;           ///< the offset of each page's directory
  std::optional<Error> broken;                      ///< why later pages, if there are any, cannot be found
  std::shared_ptr<const InputFile> file = nullptr;  ///< set if the pages were found through a descriptor

  [[nodiscard]] int count() const { return static_cast<int>(directories.size()); }

  /// The name of page `index` in messages: the path, and the number (from 1) if the file has several pages.
  [[nodiscard]] std::string label(int index) const;
};

/// Finds the pages of a file. Errors: the file is missing, is not a regular file or not a TIFF, or has no page.
Result<PageList> find_pages(const std::string& path);

/// The same for an open file, whatever its file offset. Messages call it `name`. The caller keeps `descriptor` and may
/// close it.
Result<PageList> find_pages(int descriptor, const std::string& name);

/// The properties of a page, and the least memory that reading it takes, in bytes.
struct PageNeeds {
  PageInfo info;
  std::uint64_t memory = 0;
};

/// Finds out what page `index` (from 0) of `pages` needs, without reading it and with at most `memory` bytes. Errors:
/// those of PageReader::open(), except that the page cannot be read within `memory`.
Result<PageNeeds> find_needs(const PageList& pages, int index, std::size_t memory);

/// Reads one page, rows in order from the first to the last. A reader serves one thread at a time; different readers
/// are independent.
class PageReader {
 public:
  /// Opens page `index` (from 0) of `pages`. `memory` limits the bytes that the reader takes at any time. `parallel`
  /// lends threads for reading large pieces; if it is empty, the calling thread reads alone. Up to `threads` of them
  /// decode strips or tiles at the same time, as far as `memory` allows. Rows and errors are the same, however many
  /// there are. Errors begin with the
  /// page's label and say what is wrong: the file is missing or not a TIFF; sizes contradict each other or the file's
  /// length; a colour space, sample format or depth is not supported; this libtiff lacks the codec; or the page cannot
  /// be read in order within `memory`.
  static Result<PageReader> open(const PageList& pages, int index, std::size_t memory, const ParallelFor& parallel = {},
                                 int threads = 1);

  /// The same for a file whose pages have not been searched for yet.
  static Result<PageReader> open(const std::string& path, int index, std::size_t memory,
                                 const ParallelFor& parallel = {}, int threads = 1);

  PageReader(PageReader&&) noexcept;
  PageReader& operator=(PageReader&&) noexcept;
  ~PageReader();

  /// The properties of the page; valid as long as the reader.
  [[nodiscard]] const PageInfo& info() const;

  /// The most bytes that the reader takes; very few if rows are stored exactly as they are returned.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Reads the next `rows` rows into `out`, `stride` bytes (>= row_bytes()) from row to row. The caller owns `out`.
  /// Bytes between row_bytes() and `stride` are not touched. Precondition: the page has that many rows left. Errors:
  /// the data are truncated or damaged; the message names the rows. After an error the reader cannot be used any more.
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride);

 private:
  struct Impl;
  explicit PageReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
