// A page comes in: rows of a TIFF, in order, in bounded memory, whatever the file's own layout is.
//
// Functions throw std::bad_alloc where memory runs out, though the reader takes no more than it was allowed; of their
// own they throw nothing else. An exception of `parallel` passes through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/pages/page_info.h"

namespace platerip::tiffio {

class InputFile;

/// The pages of a TIFF, in order: its directories less thumbnails (reduced-resolution images) and transparency masks.
struct PageList {
  std::string path;
  std::vector<std::uint64_t> directories;           ///< where each page's is in the file
  std::optional<Error> broken;                      ///< why later pages, if there are any, cannot be found
  std::shared_ptr<const InputFile> file = nullptr;  ///< of pages that were found by a descriptor

  [[nodiscard]] int count() const { return static_cast<int>(directories.size()); }

  /// How messages call page `index`: the path, and the number (from 1) where the file has several.
  [[nodiscard]] std::string label(int index) const;
};

/// Errors: the file is missing, is not a file or not a TIFF, or no page is found in it.
Result<PageList> find_pages(const std::string& path);

/// The same for a file that is open for reading, whatever its offset; messages call it `name`. `descriptor` stays the
/// caller's and may be closed.
Result<PageList> find_pages(int descriptor, const std::string& name);

/// What a page is, and the bytes of memory that reading it takes at least.
struct PageNeeds {
  PageInfo info;
  std::uint64_t memory = 0;
};

/// What page `index` (from 0) of `pages` needs, without reading it. At most `memory` bytes are taken to find out.
/// Errors: as PageReader::open(), but for a layout that cannot be read within `memory`.
Result<PageNeeds> find_needs(const PageList& pages, int index, std::size_t memory);

/// Reads one page, rows in order from the first to the last. One thread at a time per reader; readers are independent.
class PageReader {
 public:
  /// Opens page `index` (from 0) of `pages`. `memory` bounds, in bytes, what the reader takes at any time.
  /// Errors begin with the page's label and name what is wrong: missing, not a TIFF, sizes that contradict each other
  /// or the file's length, a colour space, sample format or depth that is not handled (named as found), a codec that
  /// this libtiff lacks, a layout that cannot be read in order within `memory`.
  /// `parallel`: the threads to read large pieces with; without it, the calling thread alone.
  static Result<PageReader> open(const PageList& pages, int index, std::size_t memory,
                                 const ParallelFor& parallel = {});

  /// The same for a file whose pages were not looked for yet.
  static Result<PageReader> open(const std::string& path, int index, std::size_t memory,
                                 const ParallelFor& parallel = {});

  PageReader(PageReader&&) noexcept;
  PageReader& operator=(PageReader&&) noexcept;
  ~PageReader();

  [[nodiscard]] const PageInfo& info() const;

  /// The most bytes that the reader takes: hardly any where rows lie in the file as they are handed out.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Reads the next `rows` rows to `out`, `stride` bytes (>= row_bytes()) from row to row; the caller owns `out`.
  /// Bytes between row_bytes() and `stride` are left alone. Precondition: the page has that many rows left.
  /// Errors: the data are truncated or damaged (the row is named). After an error the reader is of no further use.
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride);

 private:
  struct Impl;
  explicit PageReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
