#include "tiffio/plates/fax_encoder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "tiffio/plates/bit_writer.h"
#include "tiffio/plates/fax_codes.h"
#include "tiffio/plates/fax_short_codes.h"

namespace platerip::tiffio {
namespace {

// A row is coded from a copy in which the first pixel of a byte is the lowest bit: a run's length is then the number of
// zeros at the end of a word. The first pixel is at place 8, because a white byte precedes it. Behind the row each
// pixel has the other colour than the one before, so that every search for a change ends there.
constexpr std::int64_t first_place = 8;
constexpr std::int64_t bytes_behind = 24;

std::int64_t copied_bytes(std::int64_t width) {
  return 1 + width / 8 + bytes_behind;
}

std::uint64_t reverse_bits_of_bytes(std::uint64_t bytes) {
  bytes = (bytes >> 1 & 0x5555555555555555) | (bytes & 0x5555555555555555) << 1;
  bytes = (bytes >> 2 & 0x3333333333333333) | (bytes & 0x3333333333333333) << 2;
  return (bytes >> 4 & 0x0f0f0f0f0f0f0f0f) | (bytes & 0x0f0f0f0f0f0f0f0f) << 4;
}

/// Writes what is behind a row.
void end_row(std::byte* row, std::int64_t width) {
  std::byte* const last = row + width / 8;
  const auto ends_black = (width % 8 == 0 ? last[-1] >> 7 : *last >> (width % 8 - 1)) & std::byte{1};
  const bool even_is_black = (width % 2 == 0) == (ends_black == std::byte{0});
  const std::byte kept = *last & static_cast<std::byte>((1U << width % 8) - 1);
  std::memset(last, even_is_black ? 0x55 : 0xaa, bytes_behind);
  *last = kept | (*last & static_cast<std::byte>(0xffU << width % 8));
}

/// Copies a row of packed pixels as above.
void copy_row(const std::byte* pixels, std::int64_t width, std::byte* row) {
  const std::int64_t bytes = (width + 7) / 8;
  *row++ = std::byte{0};
  for (std::int64_t at = 0; at < bytes; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, pixels + at, static_cast<std::size_t>(std::min<std::int64_t>(8, bytes - at)));
    word = reverse_bits_of_bytes(word);
    std::memcpy(row + at, &word, sizeof word);
  }
  end_row(row, width);
}

void make_white(std::int64_t width, std::byte* row) {
  std::memset(row, 0, static_cast<std::size_t>(copied_bytes(width)));
  end_row(row + 1, width);
}

/// The pixels from a place on, the first one lowest. At least `window` of them are valid.
constexpr unsigned window = 57;

std::uint64_t pixels_at(const std::byte* row, std::uint64_t place) {
  std::uint64_t word = 0;
  std::memcpy(&word, row + place / 8, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word >> place % 8;
}

unsigned zeros(std::uint64_t word) {
  return static_cast<unsigned>(std::countr_zero(word | std::uint64_t{1} << 63));
}

/// The first place from `place` on where a pixel has not this colour.
std::uint64_t end_of_run(const std::byte* row, std::uint64_t place, bool black) {
  const std::uint64_t color = black ? ~std::uint64_t{0} : 0;
  const unsigned run = zeros(pixels_at(row, place) ^ color);
  if (run < window) return place + run;
  // Long runs are followed word by word.
  constexpr std::uint64_t word_pixels = 64;
  place = place / 8 * 8 + window - 1;
  while (pixels_at(row, place) == color) place += word_pixels;
  return place + zeros(pixels_at(row, place) ^ color);
}

/// Where the coding of a row goes on: the changing elements of T.4, 4.2.1.1, from a0 on.
struct Changes {
  std::uint64_t a1, a2, b1, b2;
};

Changes find_changes(const std::byte* row, const std::byte* above, std::uint64_t a0, std::uint64_t end) {
  // One word of each row is mostly enough.
  const std::uint64_t pixels = pixels_at(row, a0);
  const std::uint64_t color = 0 - (pixels & 1);  // from here on, 0 has the colour of a0
  const std::uint64_t pixels_above = pixels_at(above, a0) ^ color;
  const unsigned a1 = zeros(pixels ^ color);
  const unsigned a2 = a1 + zeros(~((pixels ^ color) >> a1));
  const unsigned b1 = zeros(pixels_above & ~(pixels_above << 1 | 1));
  const unsigned b2 = b1 + zeros(~(pixels_above >> b1));
  Changes found{a0 + a1, a0 + a2, a0 + b1, a0 + b2};
  const bool black = color != 0;
  if (a1 >= window) found.a1 = end_of_run(row, a0 + window, black);
  if (a2 >= window) found.a2 = end_of_run(row, found.a1, !black);
  if (b1 >= window) found.b1 = end_of_run(above, end_of_run(above, a0, !black), black);
  if (b2 >= window) found.b2 = end_of_run(above, found.b1, !black);
  return {found.a1, std::min(found.a2, end), std::min(found.b1, end), std::min(found.b2, end)};
}

/// Codes a row.
class Lane {
 public:
  void begin(const std::byte* row, const std::byte* above, std::int64_t width, std::byte* out) {
    row_ = row;
    above_ = above;
    end_ = static_cast<std::uint64_t>(first_place + width);
    a0_ = first_place - 1;
    begin_ = out;
    bits_ = BitWriter(out);
    put_mode(1);
  }

  /// Whether steps are possible.
  [[nodiscard]] bool is_short_of_end() const { return a0_ + FaxShortCodeTable::seen_above < end_; }

  /// Codes one mode or several.
  void step() {
    const std::uint64_t pixels = pixels_at(row_, a0_);
    const std::uint64_t color = 0 - (pixels & 1);
    const FaxShortCodes codes =
        FaxShortCodeTable::find(pixels ^ color, pixels_at(above_, a0_) ^ color, static_cast<bool>(pixels & 1));
    if (codes.advance == 0) return put_mode(0);
    bits_.put(codes.bits, codes.length);
    bits_.flush();
    a0_ += codes.advance;
  }

  void finish() {
    while (is_short_of_end()) step();
    while (a0_ < end_) put_mode(0);
  }

  void append_to(BitWriter& out) const { out.append(begin_, bits_.bit_count(begin_)); }

 private:
  /// Codes one mode (T.6, 2.2). `in_front`: 1 if a0 is the white pixel in front of the row, which belongs to no run.
  void put_mode(std::uint64_t in_front) {
    const Changes at = find_changes(row_, above_, a0_, end_);
    const bool black = (pixels_at(row_, a0_) & 1) != 0;
    const std::uint64_t from_b1 = at.a1 + 3 - at.b1;
    if (at.b2 < at.a1) {
      put_code(fax_pass);
      a0_ = at.b2;
    } else if (from_b1 < fax_vertical.size()) {
      put_code(fax_vertical[from_b1]);
      a0_ = at.a1;
    } else {
      put_code(fax_horizontal);
      put_run(black, at.a1 - a0_ - in_front);
      put_run(!black, at.a2 - at.a1);
      a0_ = at.a2;
    }
  }

  void put_code(FaxCode code) {
    bits_.put(code.bits, code.length);
    bits_.flush();
  }

  void put_run(bool black, std::uint64_t pixels) {
    const FaxRunCodes& codes = fax_run_codes[black ? 1 : 0];
    for (; pixels >= FaxRunCodes::longest + 64; pixels -= FaxRunCodes::longest) put_code(codes.make_up.back());
    if (pixels >= 64) put_code(codes.make_up[pixels / 64]);
    put_code(codes.terminating[pixels % 64]);
  }

  const std::byte* row_ = nullptr;
  const std::byte* above_ = nullptr;
  std::uint64_t end_ = 0;
  std::uint64_t a0_ = 0;
  std::byte* begin_ = nullptr;
  BitWriter bits_{nullptr};
};

// A mode takes at most 7 bits for each pixel by which it moves a0: vertical mode 7 bits for one pixel, horizontal mode
// 12 bits for two runs of one pixel. A row may also have a run of no pixels at either end, which takes up to 10 bits
// more. BitWriter writes up to 8 bytes behind the last code.
std::int64_t most_bytes_of_row(std::int64_t width) {
  return width / 8 * 7 + 16;
}

}  // namespace

FaxEncoder::FaxEncoder(std::int64_t width)
    : width_(width), memory_(std::make_unique_for_overwrite<std::byte[]>(memory_bytes(width))) {
  std::byte* next = memory_.get();
  for (std::byte*& row : rows_) row = std::exchange(next, next + copied_bytes(width));
  for (std::byte*& codes : codes_) codes = std::exchange(next, next + most_bytes_of_row(width) + 16);
}

std::size_t FaxEncoder::memory_bytes(std::int64_t width) {
  const auto count = static_cast<std::int64_t>(lanes);
  return static_cast<std::size_t>((count + 1) * copied_bytes(width) + count * (most_bytes_of_row(width) + 16));
}

// The strip ends with 24 bits.
std::size_t FaxEncoder::most_bytes(std::int64_t width, std::int64_t rows) {
  return static_cast<std::size_t>(rows * most_bytes_of_row(width) + 16);
}

std::size_t FaxEncoder::encode(const std::byte* data, std::int64_t rows, std::span<std::byte> out) {
  BitWriter bits(out.data());
  make_white(width_, rows_[0]);
  std::array<Lane, lanes> memory;
  while (rows > 0) {
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(rows, lanes));
    const auto all = std::span(memory).first(count);
    for (std::size_t lane = 0; lane < count; ++lane, data += (width_ + 7) / 8) {
      copy_row(data, width_, rows_[lane + 1]);
      all[lane].begin(rows_[lane + 1], rows_[lane], width_, codes_[lane]);
    }
    while (count == lanes && std::ranges::all_of(memory, &Lane::is_short_of_end))
      for (Lane& lane : memory) lane.step();
    for (Lane& lane : all) {
      lane.finish();
      lane.append_to(bits);
    }
    std::swap(rows_[0], rows_[count]);
    rows -= static_cast<std::int64_t>(count);
  }
  bits.put(fax_end_of_line.bits, fax_end_of_line.length);
  bits.put(fax_end_of_line.bits, fax_end_of_line.length);
  return static_cast<std::size_t>(bits.finish() - out.data());
}

}  // namespace platerip::tiffio
