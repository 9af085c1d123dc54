// The stored bytes of a strip, which a decoder gets some at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "tiffio/pages/strip_decoder.h"

namespace platerip::test {

/// Each piece has memory of its own, so that AddressSanitizer sees every byte beyond it.
class StoredPieces : public tiffio::StoredBytes {
 public:
  /// `data` must outlive this object. Each piece has `at_once` bytes more than those that are kept.
  StoredPieces(std::span<const std::byte> data, std::size_t at_once) : data_(data), at_once_(at_once) {}

  std::span<const std::byte> next(std::size_t kept) override {
    const std::size_t more = std::min(at_once_, data_.size() - end_);
    piece_ = std::make_unique<std::byte[]>(kept + more + padding);
    std::ranges::copy(data_.subspan(end_ - kept, kept + more), piece_.get());
    end_ += more;
    return {piece_.get(), kept + more};
  }

 private:
  std::span<const std::byte> data_;
  std::size_t at_once_;
  std::size_t end_ = 0;
  std::unique_ptr<std::byte[]> piece_;
};

}  // namespace platerip::test
