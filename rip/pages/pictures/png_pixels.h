// Decodes the pixels of most PNGs, in half of the time that libpng and zlib take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rip/pages/pictures/picture_bytes.h"
#include "rip/pages/pictures/png_pixel_chunks.h"
#include "tiffio/pages/inflater.h"

namespace platerip::rip {

/// The rows of a PNG that is not interlaced, as it stores them, with pixels of whole bytes: everything from its first
/// chunk of pixels (IDAT) to its end. One thread at a time.
class PngPixels {
 public:
  /// The `count` rows have `row_bytes` bytes each.
  struct Rows {
    std::int64_t count = 0;
    std::size_t row_bytes = 0;
    std::size_t pixel_bytes = 1;
  };

  /// `bytes` stand behind the name of the first chunk, which has `first_chunk` bytes, and must outlive this object. May
  /// throw std::bad_alloc; nothing else throws.
  PngPixels(PictureBytes& bytes, std::uint32_t first_chunk, const Rows& rows);
  PngPixels(const PngPixels&) = delete;
  PngPixels& operator=(const PngPixels&) = delete;

  /// Bytes of memory that such an object takes.
  static std::size_t memory_bytes(std::size_t row_bytes);

  /// The next row, valid until the next call. Empty if it cannot be decoded. Precondition: there is another row.
  std::span<const std::byte> read_row();

  /// Reads what follows the last row. Whether the PNG is sound.
  bool read_end();

  /// What is wrong, if anything is.
  [[nodiscard]] std::string_view wrong() const { return wrong_; }

 private:
  bool fail(std::string_view what);
  bool find_fault();
  bool make_rows();

  PngPixelChunks chunks_;
  tiffio::Inflater inflater_;
  const std::size_t row_bytes_;
  const std::size_t pixel_bytes_;
  std::int64_t rows_left_;           // that are not inflated
  std::vector<std::byte> filtered_;  // some rows, each with its filter
  std::vector<std::byte> rows_;      // the row above these, and these
  std::size_t made_ = 0;             // how many these are
  std::size_t returned_ = 0;         // and how many of them were returned
  std::string_view wrong_;
};

}  // namespace platerip::rip
