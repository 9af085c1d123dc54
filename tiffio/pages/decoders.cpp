#include "tiffio/pages/decoders.h"

#include <tiff.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "tiffio/pages/page_tags.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

/// Hands out the tasks in order, up to the first that failed.
class Turns {
 public:
  explicit Turns(std::size_t count) : end_(count) {}

  [[nodiscard]] bool are_over() const { return next_ >= end_; }
  std::optional<std::size_t> take() {
    const std::size_t turn = next_++;
    return turn < end_ ? std::optional(turn) : std::nullopt;
  }

  void failed(std::size_t turn, const Error& error) {
    const std::lock_guard lock(mutex_);
    if (turn >= end_) return;
    end_ = turn;
    failure_ = BlockFailure{turn, error};
  }

  /// After all turns.
  [[nodiscard]] std::optional<BlockFailure> failure() { return std::move(failure_); }

 private:
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> end_;
  std::mutex mutex_;
  std::optional<BlockFailure> failure_;
};

// From the first block that a handle decodes, libtiff's LZW decoder infers whether all blocks have codes in the style
// before TIFF 6.0. A page may mix both styles. So that its rows do not depend on the number of threads, every handle
// first decodes the beginning of the page's first block.
void show_first_block(const TiffHandle& handle, const PageLayout& layout) {
  if (layout.codec->scheme != COMPRESSION_LZW) return;
  TIFF* tiff = handle.get();
  const std::uint32_t block = layout.block_index(layout.planes().front(), 0, 0);
  std::array<std::byte, 2> begin{};
  const std::uint64_t bytes = std::min<std::uint64_t>(begin.size(), TIFFGetStrileByteCount(tiff, block));
  handle.file().read_some(static_cast<std::int64_t>(TIFFGetStrileOffset(tiff, block)), begin.data(),
                          static_cast<std::int64_t>(bytes));
  TIFFReadFromUserBuffer(tiff, block, begin.data(), static_cast<tmsize_t>(bytes), begin.data(), 0);
}

}  // namespace

Decoders::Decoders(TiffHandle handle, const PageLayout& layout, int most, ParallelFor parallel)
    : layout_(layout), parallel_(std::move(parallel)), handles_(static_cast<std::size_t>(most)) {
  show_first_block(handle, layout);
  handles_.front().emplace(std::move(handle));
}

std::optional<BlockFailure> Decoders::decode(std::span<const BlockTask> tasks) {
  Turns turns(tasks.size());
  const auto work = [&](int thread) {
    const auto index = static_cast<std::size_t>(thread);
    if (turns.are_over() || !has_handle(index)) return;
    while (const auto turn = turns.take()) {
      const BlockTask& task = tasks[*turn];
      const Status status =
          decode_block(*handles_[index], layout_, task.block, task.out, task.bytes, task.first_row, task.rows);
      if (!status.ok()) turns.failed(*turn, status.error());
    }
  };
  const std::size_t threads = std::min(handles_.size(), tasks.size());
  run_tasks(threads > 1 ? parallel_ : ParallelFor(), static_cast<int>(threads), work);
  return turns.failure();
}

// A thread without a handle leaves its blocks to the others. The first thread always has one.
bool Decoders::has_handle(std::size_t thread) {
  std::optional<TiffHandle>& handle = handles_[thread];
  if (handle) return true;
  Result<TiffHandle> opened = handles_.front()->open_again();
  if (!opened.ok() || !prepare_decoding(*opened, layout_).ok()) return false;
  show_first_block(*opened, layout_);
  handle.emplace(*std::move(opened));
  return true;
}

}  // namespace platerip::tiffio
