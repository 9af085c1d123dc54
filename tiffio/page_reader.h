// A page comes in: rows of a TIFF, in order, in bounded memory, whatever the file's own layout is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parallel.h"
#include "status.h"
#include "tiffio/raster.h"

namespace platerip::tiffio {

enum class ColorModel { gray, rgb, cmyk };
enum class Alpha { none, associated, unassociated };

/// What a page is, once read: samples interleaved, in the machine's byte order, the alpha sample last.
/// gray: 0 is black; rgb: 0 is black; cmyk: 0 is paper. Palette pages arrive as rgb, MinIsWhite as gray, YCbCr as rgb.
struct PageInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  ColorModel model = ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int bits = 8;  ///< per sample: 8 or 16
  Resolution resolution;
  Orientation orientation = 1;
  std::vector<std::byte> icc_profile;  ///< the embedded one as it stands in the file, unchecked; or empty

  /// Samples per pixel as read, alpha included.
  [[nodiscard]] int samples() const;
  /// Bytes of one row as read, without padding.
  [[nodiscard]] std::int64_t row_bytes() const;
};

class InputFile;

/// The pages of a TIFF, in order: its directories less thumbnails (reduced-resolution images) and transparency masks.
struct PageList {
  std::string path;
  std::vector<std::uint64_t> directories;           ///< where each page's is in the file
  std::optional<Error> broken;                      ///< why there may be more pages, that cannot be found
  std::shared_ptr<const InputFile> file = nullptr;  ///< where it has no path to open it by

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

/// Of page `index` (from 0) of `pages`, without reading it: for whoever wants to know how much memory would do.
/// `memory` bounds what is taken of it. Errors: as PageReader::open(), but for a layout that cannot be read within
/// `memory`.
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

  /// As above, where the pages of the file were not looked for yet.
  static Result<PageReader> open(const std::string& path, int index, std::size_t memory,
                                 const ParallelFor& parallel = {});

  PageReader(PageReader&&) noexcept;
  PageReader& operator=(PageReader&&) noexcept;
  ~PageReader();

  [[nodiscard]] const PageInfo& info() const;

  /// Bytes that the reader takes at most: next to none where the file has the rows as they are read.
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
