#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>

#include "base/ordered_tasks.h"
#include "tiffio/pages/decoders.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

// The piece that one thread copies at a time.
constexpr std::int64_t block_piece_bytes = std::int64_t{1} << 19;

/// The rows that a caller wants, and where they go.
struct Request {
  std::int64_t first_row;
  std::int64_t end;
  std::byte* out;
  std::ptrdiff_t stride;

  [[nodiscard]] std::byte* at(std::int64_t row) const { return out + (row - first_row) * stride; }
};

/// A strip or a row of tiles, from when it may be decoded until its last row is read.
struct BlockRow {
  BlockRow(std::int64_t first, std::int64_t past_last, std::int64_t blocks)
      : first_row(first), end(past_last), unfinished(blocks) {}

  /// Where it is decoded: at the first `wish`.
  std::byte* decide(std::byte* wish) {
    std::byte* decided = nullptr;
    return out.compare_exchange_strong(decided, wish) ? wish : decided;
  }

  const std::int64_t first_row;
  const std::int64_t end;
  std::atomic<std::byte*> out = nullptr;
  std::atomic<std::int64_t> unfinished;
  std::optional<Error> error;  // of the first block that failed
};

/// Decodes ahead up to `most` strips or rows of tiles: into the caller's rows if these are known when decoding starts,
/// else into memory of its own.
class BlockSource : public RowSource {
 public:
  BlockSource(std::shared_ptr<Decoders> decoders, const PageLayout& layout, int plane, std::int64_t most)
      : decoders_(std::move(decoders)), layout_(layout), plane_(plane), most_(most) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    const Request request{next_row_, next_row_ + rows, out, stride};
    const Reading reading{*this, request.end};
    for (BlockRow& row : ahead_) offer(request, row);
    while (next_row_ < request.end) {
      decode_ahead(request);
      BlockRow& row = ahead_.front();
      finish(row);
      if (row.error) return *row.error;
      const std::int64_t end = std::min(request.end, row.end);
      if (row.out == room_for(row)) copy(row, end - next_row_, request.at(next_row_), stride);
      next_row_ = end;
      if (end == row.end) ahead_.pop_front();
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    next_row_ += rows;
    skips_ = true;
    for (; !ahead_.empty() && ahead_.front().end <= next_row_; ahead_.pop_front()) finish(ahead_.front());
    return {};
  }

 private:
  /// A read() that fails or throws leaves nothing that would still be decoded into the caller's rows.
  struct Reading {
    BlockSource& source;
    std::int64_t end;

    ~Reading() {
      if (source.next_row_ == end) return;
      source.tasks_.reset();
      source.ahead_.clear();
    }
  };

  /// Lets a strip that lies wholly in the caller's rows be decoded there.
  void offer(const Request& request, BlockRow& row) const {
    const bool fits = row.first_row >= request.first_row && row.end <= request.end;
    if (fits && !layout_.tiled && request.stride == layout_.row_bytes()) row.decide(request.at(row.first_row));
  }

  /// Adds what may be decoded. A caller that passes over rows wants no others than it asks for.
  void decode_ahead(const Request& request) {
    if (!tasks_) start();
    const std::int64_t last = skips_ ? request.end : layout_.height;
    while (std::ssize(ahead_) < most_) {
      const std::int64_t first = ahead_.empty() ? next_row_ - next_row_ % layout_.block_height : ahead_.back().end;
      if (first >= last) return;
      BlockRow& row = ahead_.emplace_back(first, first + layout_.rows_in_block(first), layout_.blocks_across());
      offer(request, row);
      for (std::int64_t across = 0; across < layout_.blocks_across(); ++across) add(row, across);
    }
  }

  void start() {
    const Decoders::Threads& threads = decoders_->threads();
    if (!room_) room_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(most_ * block_row()));
    tasks_.emplace(1, static_cast<std::size_t>(most_ * layout_.blocks_across()), 0,
                   threads.most > 1 ? threads.lend : LendThread(), static_cast<std::size_t>(threads.most));
    run_ = tasks_->lane(0);
  }

  void add(BlockRow& row, std::int64_t across) {
    const auto status = std::make_shared<Status>();
    run_({.work = [=, this, &row](std::span<std::byte>) { *status = decode(row, across); },
          .end =
              [=, &row] {
                if (!status->ok() && !row.error) row.error = status->error();
                --row.unfinished;
              }});
  }

  Status decode(BlockRow& row, std::int64_t across) const {
    const Decoders::Loan decoder = decoders_->borrow();
    const std::int64_t rows = row.end - row.first_row;
    const std::int64_t bytes = layout_.tiled ? layout_.block_bytes() : rows * layout_.block_row_bytes();
    return decoder->decode(layout_.block_index(plane_, row.first_row / layout_.block_height, across),
                           row.decide(room_for(row)) + across * bytes, bytes, row.first_row, rows);
  }

  void finish(const BlockRow& row) {
    tasks_->wait_until([&row] { return row.unfinished == 0; });
  }

  /// Copies the next rows, in pieces that several threads share.
  void copy(const BlockRow& row, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    const std::int64_t piece = std::max<std::int64_t>(1, block_piece_bytes / layout_.row_bytes());
    const auto pieces = static_cast<int>((rows + piece - 1) / piece);
    run_tasks(pieces > 1 ? decoders_->threads().parallel : ParallelFor(), pieces, [&](int index) {
      const std::int64_t end = std::min(rows, (index + 1) * piece);
      for (std::int64_t i = index * piece; i < end; ++i)
        copy_row(room_for(row) + (next_row_ - row.first_row + i) * layout_.block_row_bytes(), out + i * stride);
    });
  }

  void copy_row(const std::byte* from, std::byte* out) const {
    const std::int64_t row_bytes = layout_.block_row_bytes();
    for (std::int64_t left = 0; left < layout_.row_bytes(); left += row_bytes, from += layout_.block_bytes())
      std::memcpy(out + left, from, static_cast<std::size_t>(std::min(row_bytes, layout_.row_bytes() - left)));
  }

  /// Bytes of one row of blocks.
  std::int64_t block_row() const { return layout_.blocks_across() * layout_.block_bytes(); }

  std::byte* room_for(const BlockRow& row) const {
    return room_.get() + row.first_row / layout_.block_height % most_ * block_row();
  }

  std::shared_ptr<Decoders> decoders_;
  const PageLayout& layout_;
  int plane_;
  std::int64_t most_;
  std::unique_ptr<std::byte[]> room_;
  std::deque<BlockRow> ahead_;  // from next_row_ on
  std::int64_t next_row_ = 0;
  bool skips_ = false;  // only some rows are wanted
  RunInOrder run_;
  std::optional<OrderedTasks> tasks_;  // declared last, as they use the others
};

}  // namespace

std::unique_ptr<RowSource> make_block_source(std::shared_ptr<Decoders> decoders, const PageLayout& layout, int plane,
                                             std::int64_t rows_of_blocks) {
  return std::make_unique<BlockSource>(std::move(decoders), layout, plane, rows_of_blocks);
}

}  // namespace platerip::tiffio
