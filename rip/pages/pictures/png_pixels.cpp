#include "rip/pages/pictures/png_pixels.h"

#include <algorithm>
#include <cstring>

#include "rip/pages/pictures/png_filters.h"

namespace platerip::rip {
namespace {

// So many rows are made at once if they are short, because that is faster.
constexpr std::size_t most_rows = 8;
constexpr std::size_t most_bytes_of_rows = std::size_t{256} << 10;

std::size_t rows_at_once(std::size_t row_bytes) {
  return std::clamp<std::size_t>(most_bytes_of_rows / row_bytes, 1, most_rows);
}

}  // namespace

PngPixels::PngPixels(PictureBytes& bytes, std::uint32_t first_chunk, const Rows& rows)
    : chunks_(bytes, first_chunk),
      row_bytes_(rows.row_bytes),
      pixel_bytes_(rows.pixel_bytes),
      rows_left_(rows.count),
      filtered_(rows_at_once(row_bytes_) * (1 + row_bytes_)),
      rows_((1 + rows_at_once(row_bytes_)) * row_bytes_) {
  inflater_.begin(chunks_);
}

std::size_t PngPixels::memory_bytes(std::size_t row_bytes) {
  return sizeof(PngPixels) + PngPixelChunks::memory_bytes() + tiffio::Inflater::memory_bytes() + row_bytes +
         rows_at_once(row_bytes) * (1 + 2 * row_bytes);
}

std::span<const std::byte> PngPixels::read_row() {
  if (returned_ == made_ && !make_rows()) return {};
  return std::span(rows_).subspan(++returned_ * row_bytes_, row_bytes_);
}

/// Makes the next rows, up to where something is wrong. False if there is none.
bool PngPixels::make_rows() {
  if (!wrong_.empty()) return false;
  const std::size_t most = std::min(static_cast<std::size_t>(rows_left_), rows_at_once(row_bytes_));
  const std::size_t stored_bytes = 1 + row_bytes_;
  const std::size_t count = inflater_.inflate(std::span(filtered_).first(most * stored_bytes)) / stored_bytes;
  std::memmove(rows_.data(), rows_.data() + made_ * row_bytes_, row_bytes_);  // the last row that was made
  const FilteredRows filtered{filtered_.data(), count, row_bytes_, pixel_bytes_};
  made_ = undo_png_filters(filtered, rows_.data(), rows_.data() + row_bytes_);
  returned_ = 0;
  rows_left_ -= static_cast<std::int64_t>(made_);
  if (made_ < count) fail(chunks_.wrong().empty() ? "there is no such filter" : chunks_.wrong());
  if (count < most) find_fault();
  return made_ > 0;
}

// What some programs leave behind the pixels, nobody minds.
bool PngPixels::read_end() {
  if (inflater_.end() == tiffio::StripEnd::wrong) return find_fault();
  return chunks_.read_to_end() || fail(chunks_.wrong());
}

/// Says why there are no more pixels.
bool PngPixels::find_fault() {
  if (!chunks_.wrong().empty()) return fail(chunks_.wrong());
  return fail(inflater_.is_sound() ? "the pixels are not complete" : "the pixels cannot be unpacked");
}

bool PngPixels::fail(std::string_view what) {
  if (wrong_.empty()) wrong_ = what;
  return false;
}

}  // namespace platerip::rip
