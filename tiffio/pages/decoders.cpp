#include "tiffio/pages/decoders.h"

#include <tiff.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "tiffio/pages/page_tags.h"

namespace platerip::tiffio {
namespace {

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

Result<TiffHandle> open_another(const TiffHandle& handle, const PageLayout& layout) {
  Result<TiffHandle> opened = handle.open_again();
  if (!opened.ok()) return opened;
  if (const Status status = prepare_decoding(*opened, layout); !status.ok()) return status.error();
  show_first_block(*opened, layout);
  return opened;
}

}  // namespace

Decoders::Decoders(TiffHandle handle, const PageLayout& layout, Threads threads)
    : layout_(layout), threads_(std::move(threads)), unopened_(threads_.most - 1) {
  show_first_block(handle, layout);
  idle_.reserve(static_cast<std::size_t>(threads_.most));
  idle_.push_back(&handles_.emplace_back(std::move(handle)));
}

// A thread that cannot open a handle shares those of others. The first is always open.
Decoders::Loan Decoders::borrow() {
  std::unique_lock lock(mutex_);
  if (idle_.empty() && unopened_ > 0) {
    --unopened_;
    const TiffHandle& first = handles_.front();
    lock.unlock();
    Result<TiffHandle> opened = open_another(first, layout_);
    lock.lock();
    if (opened.ok()) return {&handles_.emplace_back(*std::move(opened)), {this}};
  }
  given_back_.wait(lock, [this] { return !idle_.empty(); });
  const TiffHandle* const handle = idle_.back();
  idle_.pop_back();
  return {handle, {this}};
}

void Decoders::give_back(const TiffHandle* handle) noexcept {
  const std::lock_guard lock(mutex_);
  idle_.push_back(handle);
  given_back_.notify_one();
}

}  // namespace platerip::tiffio
