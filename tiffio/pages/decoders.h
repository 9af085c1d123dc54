// Decodes strips and tiles of a page side by side, each thread with a libtiff handle of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// A strip or tile to be decoded: libtiff's number, where its bytes go, and the rows of the page that it holds.
struct BlockTask {
  std::uint32_t block = 0;
  std::byte* out = nullptr;
  std::int64_t bytes = 0;
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
};

/// The first block, in the order of the tasks, that cannot be decoded.
struct BlockFailure {
  std::size_t task = 0;
  Error error;
};

/// libtiff handles on one page. The first is open from the start; others are opened when a thread first needs one. One
/// caller at a time.
class Decoders {
 public:
  /// `handle` must be prepared (prepare_decoding()). At most `most` threads of `parallel` decode at the same time.
  /// `layout` must outlive this object.
  Decoders(TiffHandle handle, const PageLayout& layout, int most, ParallelFor parallel);

  [[nodiscard]] const ParallelFor& parallel() const { return parallel_; }

  /// Decodes the blocks. If a block fails, all blocks before it have been decoded, as if one thread had done all the
  /// work.
  std::optional<BlockFailure> decode(std::span<const BlockTask> tasks);

 private:
  bool has_handle(std::size_t thread);

  const PageLayout& layout_;
  ParallelFor parallel_;
  std::vector<std::optional<TiffHandle>> handles_;  // the first is always open
};

}  // namespace platerip::tiffio
