#include "rip/pages/pictures/png_pixel_chunks.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <cstring>

namespace platerip::rip {
namespace {

constexpr std::uint32_t longest_chunk = 0x7fffffff;
constexpr std::array pixels_chunk = {std::byte{'I'}, std::byte{'D'}, std::byte{'A'}, std::byte{'T'}};
constexpr std::array last_chunk = {std::byte{'I'}, std::byte{'E'}, std::byte{'N'}, std::byte{'D'}};

std::uint32_t checksum_of(std::span<const std::byte> bytes, std::uint32_t before = 0) {
  return crc32_gzip_refl(before, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::uint32_t number_in(std::span<const std::byte, 4> bytes) {
  std::uint32_t number = 0;
  for (const std::byte byte : bytes) number = number << 8 | std::to_integer<std::uint32_t>(byte);
  return number;
}

}  // namespace

PngPixelChunks::PngPixelChunks(PictureBytes& bytes, std::uint32_t first_chunk)
    : bytes_(bytes),
      piece_(std::make_unique_for_overwrite<std::array<std::byte, piece_bytes + padding>>()),
      left_(first_chunk),
      checksum_(checksum_of(pixels_chunk)) {}

std::size_t PngPixelChunks::memory_bytes() {
  return sizeof(PngPixelChunks) + piece_bytes + padding;
}

std::span<const std::byte> PngPixelChunks::next(std::size_t kept) {
  const std::span piece = std::span(*piece_).first(piece_bytes);
  std::memmove(piece.data(), piece.data() + end_ - kept, kept);
  end_ = kept;
  while (wrong_.empty() && has_pixels_ && end_ < piece.size()) {
    const std::span part = piece.subspan(end_, std::min<std::size_t>(left_, piece.size() - end_));
    if (!read(part)) break;
    end_ += part.size();
    if (left_ == 0 && (!end_chunk() || !begin_chunk())) break;
  }
  return piece.first(end_);
}

bool PngPixelChunks::read_to_end() {
  while (wrong_.empty()) {
    while (left_ > 0 && read(std::span(*piece_).first(std::min<std::size_t>(left_, piece_bytes)))) continue;
    if (left_ > 0 || !end_chunk()) break;
    if (is_end_) return true;
    begin_chunk();
  }
  return false;
}

bool PngPixelChunks::fail(std::string_view what) {
  wrong_ = what;
  return false;
}

/// Reads the length and the name of a chunk.
bool PngPixelChunks::begin_chunk() {
  std::array<std::byte, 4> length{}, name{};
  if (bytes_.read(length.data(), 4) < 4 || bytes_.read(name.data(), 4) < 4) return fail("it ends too early");
  left_ = number_in(length);
  checksum_ = checksum_of(name);
  const bool follows_pixels = has_pixels_;
  has_pixels_ = name == pixels_chunk;
  is_end_ = name == last_chunk;
  if (left_ > longest_chunk) return fail("a chunk is too long");
  if (has_pixels_ && !follows_pixels) return fail("other chunks are between those of pixels");
  const bool is_needed = (name[0] & std::byte{0x20}) == std::byte{0};
  return !is_needed || has_pixels_ || is_end_ || fail("it has a chunk that is not known");
}

/// Reads the next bytes of the chunk.
bool PngPixelChunks::read(std::span<std::byte> out) {
  if (bytes_.read(out.data(), out.size()) < out.size()) return fail("it ends too early");
  left_ -= static_cast<std::uint32_t>(out.size());
  checksum_ = checksum_of(out, checksum_);
  return true;
}

bool PngPixelChunks::end_chunk() {
  std::array<std::byte, 4> stored{};
  if (bytes_.read(stored.data(), stored.size()) < stored.size()) return fail("it ends too early");
  return number_in(stored) == checksum_ || fail("the checksum of a chunk is wrong");
}

}  // namespace platerip::rip
