#include "rip/pages/pictures/png_pixels.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "rip/pages/pictures/png_filters.h"

namespace platerip::rip {
namespace {

constexpr std::size_t pixels_piece_bytes = std::size_t{64} << 10;
// So many rows are made at once if they are short, because that is faster.
constexpr std::size_t most_rows = 8;
constexpr std::size_t most_bytes_of_rows = std::size_t{256} << 10;
constexpr std::uint32_t longest_chunk = 0x7fffffff;

std::size_t rows_at_once(std::size_t row_bytes) {
  return std::clamp<std::size_t>(most_bytes_of_rows / row_bytes, 1, most_rows);
}

std::uint32_t checksum_of(std::span<const std::byte> bytes, std::uint32_t before = 0) {
  return crc32_gzip_refl(before, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::uint32_t number_in(std::span<const std::byte, 4> bytes) {
  std::uint32_t number = 0;
  for (const std::byte byte : bytes) number = number << 8 | std::to_integer<std::uint32_t>(byte);
  return number;
}

constexpr std::array pixels_chunk = {std::byte{'I'}, std::byte{'D'}, std::byte{'A'}, std::byte{'T'}};
constexpr std::array last_chunk = {std::byte{'I'}, std::byte{'E'}, std::byte{'N'}, std::byte{'D'}};

}  // namespace

struct PngPixels::Inflating {
  inflate_state state;
  std::array<std::byte, pixels_piece_bytes> piece;
};

PngPixels::PngPixels(PictureBytes& bytes, std::uint32_t first_chunk, const Rows& rows)
    : bytes_(bytes),
      row_bytes_(rows.row_bytes),
      pixel_bytes_(rows.pixel_bytes),
      rows_left_(rows.count),
      inflating_(std::make_unique_for_overwrite<Inflating>()),
      filtered_(rows_at_once(row_bytes_) * (1 + row_bytes_)),
      rows_((1 + rows_at_once(row_bytes_)) * row_bytes_),
      left_(first_chunk),
      checksum_(checksum_of(pixels_chunk)) {
  isal_inflate_init(&inflating_->state);
  inflating_->state.crc_flag = ISAL_ZLIB;
}

PngPixels::~PngPixels() = default;

std::size_t PngPixels::memory_bytes(std::size_t row_bytes) {
  return sizeof(PngPixels) + sizeof(Inflating) + row_bytes + rows_at_once(row_bytes) * (1 + 2 * row_bytes);
}

std::span<const std::byte> PngPixels::read_row() {
  if (returned_ == made_ && !make_rows()) return {};
  return std::span(rows_).subspan(++returned_ * row_bytes_, row_bytes_);
}

/// Makes the next rows, up to where something is wrong. False if there is none.
bool PngPixels::make_rows() {
  const std::size_t most = std::min(static_cast<std::size_t>(rows_left_), rows_at_once(row_bytes_));
  const std::size_t stored_bytes = 1 + row_bytes_;
  const std::size_t count = inflate(std::span(filtered_).first(most * stored_bytes)) / stored_bytes;
  std::memmove(rows_.data(), rows_.data() + made_ * row_bytes_, row_bytes_);  // the last row that was made
  const FilteredRows filtered{filtered_.data(), count, row_bytes_, pixel_bytes_};
  made_ = undo_png_filters(filtered, rows_.data(), rows_.data() + row_bytes_);
  returned_ = 0;
  rows_left_ -= static_cast<std::int64_t>(made_);
  if (made_ < count) fail("there is no such filter");
  return made_ > 0;
}

// What some programs leave behind the pixels, nobody minds.
bool PngPixels::read_end() {
  std::byte more{};
  const bool has_more = inflate({&more, 1}) > 0;
  const bool is_complete = has_more || inflating_->state.block_state == ISAL_BLOCK_FINISH;
  if (!is_complete) fail("the pixels are not complete");
  if (!wrong_.empty()) return false;
  while (!is_end_) {
    if (!skip_chunk() || !read_chunk_begin()) return false;
  }
  return skip_chunk();
}

bool PngPixels::fail(std::string_view what) {
  if (wrong_.empty()) wrong_ = what;
  return false;
}

/// Unpacks bytes until `out` is full, or there are no more, or something is wrong. Returns their number.
std::size_t PngPixels::inflate(std::span<std::byte> out) {
  inflate_state& state = inflating_->state;
  state.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  state.avail_out = static_cast<std::uint32_t>(out.size());
  while (state.avail_out > 0 && state.block_state != ISAL_BLOCK_FINISH) {
    const std::uint32_t had_in = state.avail_in, had_out = state.avail_out;
    if (isal_inflate(&state) != ISAL_DECOMP_OK) {
      wrong_ = "the pixels cannot be unpacked";  // in front of anything that read_piece() has found
      state.block_state = ISAL_BLOCK_FINISH;
    }
    const bool is_stuck = state.avail_in == had_in && state.avail_out == had_out;
    if (is_stuck && state.block_state != ISAL_BLOCK_FINISH && !read_piece()) break;
  }
  return out.size() - state.avail_out;
}

/// Reads more of the packed pixels: a piece of several chunks, which ISA-L unpacks sooner than each alone. False if
/// there are none. What is wrong behind the piece does not matter before the next.
bool PngPixels::read_piece() {
  std::size_t size = 0;
  while (wrong_.empty() && has_pixels_ && size < pixels_piece_bytes) {
    if (left_ == 0) {
      if (!read_checksum() || !read_chunk_begin()) break;
      continue;
    }
    const std::span part =
        std::span(inflating_->piece).subspan(size).first(std::min<std::size_t>(left_, pixels_piece_bytes - size));
    if (!read_of_chunk(part)) break;
    size += part.size();
  }
  inflating_->state.next_in = reinterpret_cast<std::uint8_t*>(inflating_->piece.data());
  inflating_->state.avail_in = static_cast<std::uint32_t>(size);
  return size > 0;
}

/// Reads the next bytes of the chunk.
bool PngPixels::read_of_chunk(std::span<std::byte> out) {
  if (bytes_.read(out.data(), out.size()) < out.size()) return fail("it ends too early");
  left_ -= static_cast<std::uint32_t>(out.size());
  checksum_ = checksum_of(out, checksum_);
  return true;
}

bool PngPixels::read_checksum() {
  std::array<std::byte, 4> stored{};
  if (bytes_.read(stored.data(), stored.size()) < stored.size()) return fail("it ends too early");
  return number_in(stored) == checksum_ || fail("the checksum of a chunk is wrong");
}

/// Reads the length and the name of a chunk.
bool PngPixels::read_chunk_begin() {
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

bool PngPixels::skip_chunk() {
  while (left_ > 0) {
    if (!read_of_chunk(std::span(inflating_->piece).first(std::min<std::size_t>(left_, pixels_piece_bytes))))
      return false;
  }
  return read_checksum();
}

}  // namespace platerip::rip
