#include "tiffio/pages/stored_block.h"

#include <tiffio.h>

#include <algorithm>
#include <cstring>

namespace platerip::tiffio {
namespace {

constexpr std::int64_t stored_piece_bytes = 64 << 10;

}  // namespace

void StoredBlock::begin(const TiffHandle& handle, std::uint32_t block) {
  file_ = &handle.file();
  offset_ = static_cast<std::int64_t>(TIFFGetStrileOffset(handle.get(), block));
  left_ = static_cast<std::int64_t>(TIFFGetStrileByteCount(handle.get(), block));
  end_ = 0;
  const auto room = static_cast<std::size_t>(std::min(left_, stored_piece_bytes));
  if (room <= room_) return;
  give_up();  // the old memory before there is a new one
  memory_ = std::make_unique_for_overwrite<std::byte[]>(room + padding);
  room_ = room;
}

std::span<const std::byte> StoredBlock::next(std::size_t kept) {
  std::memmove(memory_.get(), memory_.get() + end_ - kept, kept);
  const std::int64_t wanted = std::min(left_, static_cast<std::int64_t>(room_ - kept));
  const std::int64_t got = file_->read_some(offset_, memory_.get() + kept, wanted);
  left_ = got == wanted ? left_ - got : 0;
  offset_ += wanted;
  end_ = kept + static_cast<std::size_t>(std::max<std::int64_t>(got, 0));
  return {memory_.get(), end_};
}

void StoredBlock::give_up() {
  memory_.reset();
  room_ = 0;
}

}  // namespace platerip::tiffio
