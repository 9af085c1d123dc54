#include "tiffio/pages/decoders.h"

#include <utility>

#include "tiffio/pages/page_tags.h"

namespace platerip::tiffio {
namespace {

Result<TiffHandle> open_another(const TiffHandle& handle, const PageLayout& layout) {
  Result<TiffHandle> opened = handle.open_again();
  if (!opened.ok()) return opened;
  if (const Status status = prepare_decoding(*opened, layout); !status.ok()) return status.error();
  return opened;
}

}  // namespace

Decoders::Decoders(TiffHandle handle, const PageLayout& layout, Threads threads)
    : layout_(layout), threads_(std::move(threads)), unopened_(threads_.most - 1) {
  idle_.reserve(static_cast<std::size_t>(threads_.most));
  idle_.push_back(&decoders_.emplace_back(std::move(handle), layout));
}

// A thread that cannot open a handle shares the decoders of others. The first is always open.
Decoders::Loan Decoders::borrow() {
  std::unique_lock lock(mutex_);
  if (idle_.empty() && unopened_ > 0) {
    --unopened_;
    const TiffHandle& first = decoders_.front().handle();
    lock.unlock();
    Result<TiffHandle> opened = open_another(first, layout_);
    lock.lock();
    if (opened.ok()) return {&decoders_.emplace_back(*std::move(opened), layout_), {this}};
  }
  given_back_.wait(lock, [this] { return !idle_.empty(); });
  BlockDecoder* const decoder = idle_.back();
  idle_.pop_back();
  return {decoder, {this}};
}

void Decoders::give_back(BlockDecoder* decoder) noexcept {
  const std::lock_guard lock(mutex_);
  idle_.push_back(decoder);
  given_back_.notify_one();
}

}  // namespace platerip::tiffio
