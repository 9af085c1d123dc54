// Decodes the strips and tiles of a page without libtiff, where that is faster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tiffio/layout/page_layout.h"
#include "tiffio/pages/stored_block.h"
#include "tiffio/pages/strip_decoder.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Decodes one block after another, each row by row. What it cannot decode, libtiff can, or says what is wrong. Its
/// memory is at most that of a stored block and of its codec, as with libtiff. It serves one thread at a time.
/// Functions may throw std::bad_alloc.
class OwnDecoder {
 public:
  /// `layout` must outlive this object. The constructor only looks at `handle`.
  OwnDecoder(const TiffHandle& handle, const PageLayout& layout);

  /// Begins a block of `handle`, which must exist until its last row is decoded. False if libtiff must decode it.
  bool begin(const TiffHandle& handle, std::uint32_t block);

  /// Decodes the next rows of the block, as RowSource::read() returns them, without a gap. False if libtiff must decode
  /// the block; this object then has no memory of it.
  bool decode(std::int64_t rows, std::byte* out);

  /// What is known of the block once all of its rows are decoded. If it is StripEnd::unknown, libtiff must decode it,
  /// too.
  StripEnd end();

 private:
  bool give_up();

  const PageLayout& layout_;
  std::unique_ptr<StripDecoder> codec_;
  StoredBlock stored_;
  std::vector<std::byte> scratch_;
};

}  // namespace platerip::tiffio
