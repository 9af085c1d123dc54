#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "tiffio/pages/decoders.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

// The piece that one thread copies at a time.
constexpr std::int64_t piece_bytes = std::int64_t{1} << 19;

// The most strips that are decoded into the caller's rows at a time: enough for any number of threads, but so few that
// their list takes hardly any memory.
constexpr std::int64_t most_in_place = 1024;

/// Decodes the rows asked for and, with them, the blocks that follow. Blocks are kept as they are decoded.
class BlockSource : public RowSource {
 public:
  BlockSource(std::shared_ptr<Decoders> decoders, const PageLayout& layout, int plane, std::int64_t rows_of_blocks)
      : decoders_(std::move(decoders)), layout_(layout), plane_(plane), rows_of_blocks_(rows_of_blocks) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    while (rows > 0) {
      std::int64_t count = std::min(rows, kept_end_ - next_row_);
      if (count > 0) {
        copy(count, out, stride);
      } else if (error_) {
        return *error_;
      } else {
        count = decode(rows, out, stride);
      }
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    next_row_ += rows;
    skips_ = true;
    if (error_ && next_row_ >= kept_end_ + layout_.rows_in_block(kept_end_)) error_.reset();
    return {};
  }

 private:
  // Decodes strips that lie wholly in the caller's rows directly into these rows, and the blocks that follow ahead.
  // Returns how many of the caller's rows are done. An error is about the first row that could not be decoded. A caller
  // that never reads this row never sees the error, whatever the number of threads.
  std::int64_t decode(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    std::int64_t row = next_row_ - next_row_ % layout_.block_height;
    const bool in_place = !layout_.tiled && stride == layout_.row_bytes() && row == next_row_;
    const std::int64_t most = in_place ? most_in_place : 0;
    const std::int64_t end = next_row_ + rows;
    const std::int64_t last = skips_ ? end : layout_.height;  // of the rows that may be wanted
    std::int64_t blocks = 0;
    tasks_.clear();
    for (; blocks < most && row < end && row + layout_.rows_in_block(row) <= end; ++blocks) {
      add_tasks(row, out + (row - next_row_) * stride);
      row += layout_.rows_in_block(row);
    }
    kept_begin_ = row;
    for (; blocks < rows_of_blocks_ && row < last; ++blocks) {
      add_tasks(row, room() + (row - kept_begin_) / layout_.block_height * block_row());
      row += layout_.rows_in_block(row);
    }
    if (auto failure = decoders_->decode(tasks_)) {
      row = tasks_[failure->task].first_row;
      error_ = std::move(failure->error);
    }
    kept_end_ = row;
    return std::max<std::int64_t>(0, std::min(kept_begin_, row) - next_row_);
  }

  /// Adds the blocks of the row of blocks that begins at `first_row`.
  void add_tasks(std::int64_t first_row, std::byte* out) {
    const std::int64_t rows = layout_.rows_in_block(first_row);
    const std::int64_t bytes = layout_.tiled ? layout_.block_bytes() : rows * layout_.block_row_bytes();
    for (std::int64_t across = 0; across < layout_.blocks_across(); ++across, out += bytes) {
      tasks_.push_back({.block = layout_.block_index(plane_, first_row / layout_.block_height, across),
                        .out = out,
                        .bytes = bytes,
                        .first_row = first_row,
                        .rows = rows});
    }
  }

  /// Copies rows within the blocks that are kept, in pieces that several threads share.
  void copy(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    const std::int64_t piece = std::max<std::int64_t>(1, piece_bytes / layout_.row_bytes());
    const auto pieces = static_cast<int>((rows + piece - 1) / piece);
    run_tasks(pieces > 1 ? decoders_->parallel() : ParallelFor(), pieces, [&](int index) {
      const std::int64_t end = std::min(rows, (index + 1) * piece);
      for (std::int64_t row = index * piece; row < end; ++row)
        copy_row(next_row_ - kept_begin_ + row, out + row * stride);
    });
  }

  void copy_row(std::int64_t row, std::byte* out) const {
    const std::int64_t row_bytes = layout_.block_row_bytes();
    const std::byte* from =
        kept_.get() + row / layout_.block_height * block_row() + row % layout_.block_height * row_bytes;
    for (std::int64_t left = 0; left < layout_.row_bytes(); left += row_bytes, from += layout_.block_bytes())
      std::memcpy(out + left, from, static_cast<std::size_t>(std::min(row_bytes, layout_.row_bytes() - left)));
  }

  /// Bytes of one row of blocks.
  std::int64_t block_row() const { return layout_.blocks_across() * layout_.block_bytes(); }

  std::byte* room() {
    if (!kept_)
      kept_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(rows_of_blocks_ * block_row()));
    return kept_.get();
  }

  std::shared_ptr<Decoders> decoders_;
  const PageLayout& layout_;
  int plane_;
  std::int64_t rows_of_blocks_;
  std::vector<BlockTask> tasks_;
  std::optional<Error> error_;
  std::unique_ptr<std::byte[]> kept_;  // the blocks from kept_begin_ to kept_end_
  std::int64_t next_row_ = 0;
  bool skips_ = false;  // only some rows are wanted
  std::int64_t kept_begin_ = 0;
  std::int64_t kept_end_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_block_source(std::shared_ptr<Decoders> decoders, const PageLayout& layout, int plane,
                                             std::int64_t rows_of_blocks) {
  return std::make_unique<BlockSource>(std::move(decoders), layout, plane, rows_of_blocks);
}

}  // namespace platerip::tiffio
