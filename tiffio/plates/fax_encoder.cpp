#include "tiffio/plates/fax_encoder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "tiffio/plates/fax_codes.h"

namespace platerip::tiffio {
namespace {

// A word whose first byte in memory has the most significant bits, and back.
std::uint64_t big_endian(std::uint64_t word) {
  return std::endian::native == std::endian::big ? word : __builtin_bswap64(word);
}

/// Appends code words to bytes. Each flush() stores 8 bytes, of which it keeps the complete ones.
class BitWriter {
 public:
  explicit BitWriter(std::byte* out) : next_(out) {}

  /// At most 57 bits between two flushes.
  void put(FaxCode code) {
    pending_ = pending_ << code.length | code.bits;
    count_ += code.length;
  }

  void flush() {
    const std::uint64_t bytes = big_endian(pending_ << (-count_ & 63));
    std::memcpy(next_, &bytes, sizeof bytes);
    next_ += count_ / 8;
    count_ %= 8;
  }

  /// Fills the last byte with zeros and returns the end.
  std::byte* finish() {
    flush();
    return next_ + (count_ > 0 ? 1 : 0);
  }

 private:
  std::byte* next_;
  std::uint64_t pending_ = 0;
  unsigned count_ = 0;
};

/// For each byte, how many of its bits are set, and where, from the most significant one.
struct SetBits {
  std::array<std::array<std::uint8_t, 8>, 256> places = {};
  std::array<std::uint8_t, 256> count = {};
};

constexpr SetBits make_set_bits() {
  SetBits set;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (std::uint8_t place = 0; place < 8; ++place) {
      if ((byte >> (7 - place) & 1) != 0) set.places[byte][set.count[byte]++] = place;
    }
  }
  return set;
}

constexpr SetBits set_bits = make_set_bits();

// A list of changing elements has an extra one at its front, which is never to the right of a0. Behind its last it has
// some extra ones at the row's width, because put_row() looks at four of them, and find_changes() writes eight at once.
constexpr std::size_t in_front = 1;
constexpr std::size_t behind = 8;

std::size_t list_length(std::int64_t width) {
  return in_front + static_cast<std::size_t>(width) + 2 * behind;
}

/// Writes the changing elements of a row (T.4, 4.2.1.1): the pixels whose colour is not that of the pixel before, the
/// first one being white. Behind them come some at `width`.
void find_changes(const std::byte* row, std::int64_t width, std::uint32_t* out) {
  const std::int64_t bytes = (width + 7) / 8;
  std::uint64_t last_pixel = 0;
  for (std::int64_t at = 0; at < bytes; at += 8) {
    std::uint64_t word = 0;
    if (bytes - at >= 8) {
      std::memcpy(&word, row + at, 8);
    } else {
      std::memcpy(&word, row + at, static_cast<std::size_t>(bytes - at));
    }
    word = big_endian(word);
    std::uint64_t changes = word ^ (word >> 1 | last_pixel << 63);
    last_pixel = word & 1;
    for (auto place = static_cast<std::uint32_t>(at * 8); changes != 0; changes <<= 8, place += 8) {
      const std::size_t byte = changes >> 56;
      for (std::size_t i = 0; i < 8; ++i) out[i] = place + set_bits.places[byte][i];
      out += set_bits.count[byte];
    }
  }
  for (std::size_t i = 0; i < behind; ++i) out[i] = static_cast<std::uint32_t>(width);
}

void put_run(BitWriter& bits, bool black, std::int64_t pixels) {
  const FaxRunCodes& codes = fax_run_codes[black ? 1 : 0];
  for (; pixels >= FaxRunCodes::longest + 64; pixels -= FaxRunCodes::longest) {
    bits.put(codes.make_up.back());
    bits.flush();
  }
  if (pixels >= 64) bits.put(codes.make_up[static_cast<std::size_t>(pixels / 64)]);
  bits.put(codes.terminating[static_cast<std::size_t>(pixels % 64)]);
}

/// Codes a row (T.6, 2.2). a points to a1 and b to b1, with the names of T.4, 4.2.1.1; a2 and b2 follow.
void put_row(BitWriter& bits, std::int64_t width, const std::uint32_t* a, const std::uint32_t* b) {
  bool black = false;  // the colour of a0
  std::int64_t a0 = 0;
  while (a0 < width) {
    const std::int64_t a1 = a[0];
    const auto from_b1 = static_cast<std::uint64_t>(a1 - b[0] + 3);
    if (b[1] < a1) {
      bits.put(fax_pass);
      a0 = b[1];
      b += 2;
    } else if (from_b1 < fax_vertical.size()) {
      bits.put(fax_vertical[from_b1]);
      a0 = a1;
      a += 1;
      b += (b[-1] <= a0 ? 2 : 0) + (b[1] <= a0 ? 2 : 0) - 1;
      black = !black;
    } else {
      bits.put(fax_horizontal);
      put_run(bits, black, a1 - a0);
      put_run(bits, !black, a[1] - a1);
      a0 = a[1];
      a += 2;
      while (b[0] <= a0 && a0 < width) b += 2;
    }
    bits.flush();
  }
}

}  // namespace

FaxEncoder::FaxEncoder(std::int64_t width)
    : width_(width),
      coding_(std::make_unique_for_overwrite<std::uint32_t[]>(list_length(width))),
      reference_(std::make_unique_for_overwrite<std::uint32_t[]>(list_length(width))) {
  coding_[0] = 0;
  reference_[0] = 0;
}

std::size_t FaxEncoder::memory_bytes(std::int64_t width) {
  return 2 * list_length(width) * sizeof(std::uint32_t);
}

// A mode takes at most 7 bits for each pixel by which it moves a0: vertical mode 7 bits for one pixel, horizontal mode
// 12 bits for two runs of one pixel. A row may also have a run of no pixels at either end, which takes up to 10 bits
// more. The strip ends with 24 bits, and flush() writes 8 bytes.
std::size_t FaxEncoder::most_bytes(std::int64_t width, std::int64_t rows) {
  return static_cast<std::size_t>(rows) * (static_cast<std::size_t>(width) / 8 * 7 + 16) + 16;
}

std::size_t FaxEncoder::encode(const std::byte* data, std::int64_t rows, std::span<std::byte> out) {
  BitWriter bits(out.data());
  std::fill_n(&reference_[in_front], behind, static_cast<std::uint32_t>(width_));
  for (; rows > 0; --rows, data += (width_ + 7) / 8) {
    find_changes(data, width_, &coding_[in_front]);
    put_row(bits, width_, &coding_[in_front], &reference_[in_front]);
    std::swap(coding_, reference_);
  }
  bits.put(fax_end_of_line);
  bits.put(fax_end_of_line);
  return static_cast<std::size_t>(bits.finish() - out.data());
}

}  // namespace platerip::tiffio
