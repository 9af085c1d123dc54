// The stored bytes of a strip or tile, which a decoder reads some at a time: even a page in one strip then takes memory
// for some only, and these stay in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tiffio/pages/strip_decoder.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Reads one block after another. One thread at a time.
class StoredBlock : public StoredBytes {
 public:
  /// Begins a block of `handle`, whose file must exist until the block is read. May throw std::bad_alloc.
  void begin(const TiffHandle& handle, std::uint32_t block);

  /// Bytes that cannot be read are missing at the end.
  std::span<const std::byte> next(std::size_t kept) override;

  /// Gives the memory back until the next block begins.
  void give_up();

 private:
  const InputFile* file_ = nullptr;
  std::int64_t offset_ = 0;  // of what is not read yet
  std::int64_t left_ = 0;
  std::unique_ptr<std::byte[]> memory_;
  std::size_t room_ = 0;  // for bytes, before the padding
  std::size_t end_ = 0;   // of the last piece, in the memory
};

}  // namespace platerip::tiffio
