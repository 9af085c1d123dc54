#include "tiffio/pages/lzw_style.h"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace platerip::tiffio {
namespace {

std::uint32_t first_block(const PageLayout& layout) {
  return layout.block_index(layout.planes().front(), 0, 0);
}

using FirstBytes = std::array<std::byte, 2>;

/// The first bytes of the page's data; fewer if it has no more.
std::span<std::byte> first_bytes(const TiffHandle& handle, const PageLayout& layout, FirstBytes& bytes) {
  const std::uint32_t block = first_block(layout);
  const std::uint64_t stored = std::min<std::uint64_t>(bytes.size(), TIFFGetStrileByteCount(handle.get(), block));
  const auto offset = static_cast<std::int64_t>(TIFFGetStrileOffset(handle.get(), block));
  const std::int64_t got = handle.file().read_some(offset, bytes.data(), static_cast<std::int64_t>(stored));
  return std::span(bytes).first(static_cast<std::size_t>(std::max<std::int64_t>(got, 0)));
}

}  // namespace

bool has_old_codes(const TiffHandle& handle, const PageLayout& layout) {
  FirstBytes bytes{};
  const auto begin = first_bytes(handle, layout, bytes);
  return begin.size() == bytes.size() && begin[0] == std::byte{0} && (begin[1] & std::byte{1}) != std::byte{0};
}

void show_first_block(const TiffHandle& handle, const PageLayout& layout) {
  if (layout.codec->scheme != COMPRESSION_LZW) return;
  FirstBytes bytes{};
  const auto begin = first_bytes(handle, layout, bytes);
  TIFFReadFromUserBuffer(handle.get(), first_block(layout), begin.data(), static_cast<tmsize_t>(begin.size()),
                         begin.data(), 0);
}

}  // namespace platerip::tiffio
