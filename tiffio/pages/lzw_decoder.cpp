#include "tiffio/pages/lzw_decoder.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace platerip::tiffio {
namespace {

constexpr std::uint32_t clear_table = 256;
constexpr std::uint32_t first_string = 258;
constexpr std::uint32_t codes = 4096;
constexpr unsigned shortest_code = 9;
constexpr unsigned longest_code = 12;
constexpr std::uint32_t tail_bytes = 8;

// Each new string is a byte longer than one before.
constexpr std::uint32_t longest_string = codes - first_string + 1;

bool is_string(std::uint32_t code) {
  return code < clear_table || code >= first_string;
}

/// The code at which codes become longer, or the table is full.
std::uint32_t limit_of(unsigned code_bits) {
  return code_bits == longest_code ? codes : (1U << code_bits) - 1;
}

std::uint64_t big_endian(const std::byte* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return std::endian::native == std::endian::big ? word : __builtin_bswap64(word);
}

/// Writes 8 bytes, the first of which is the least significant.
void put_tail(std::uint64_t tail, std::byte* out) {
  if constexpr (std::endian::native == std::endian::big) tail = __builtin_bswap64(tail);
  std::memcpy(out, &tail, sizeof tail);
}

std::uint32_t code_in(const std::byte* data, std::uint64_t bit, unsigned code_bits) {
  return static_cast<std::uint32_t>(big_endian(data + bit / 8) << bit % 8 >> (64 - code_bits));
}

/// What the table says of a string beside its tail: its length, the code of what precedes the tail, and its first byte.
struct Head {
  std::uint32_t packed;

  [[nodiscard]] std::uint32_t length() const { return packed >> 20; }
  [[nodiscard]] std::uint32_t before() const { return packed >> 8 & 0xfff; }
  [[nodiscard]] std::uint32_t first() const { return packed & 0xff; }

  /// Of this string, whose code is `code`, and another byte.
  [[nodiscard]] Head longer(std::uint32_t code) const {
    return {(length() + 1) << 20 | (place() == 0 ? code << 8 | first() : packed & 0xfffff)};
  }

  /// The tail of this string, whose tail is `tail`, and another byte.
  [[nodiscard]] std::uint64_t tail_with(std::uint64_t tail, std::uint64_t last) const {
    return (place() == 0 ? 0 : tail) | last << (8 * place());
  }

 private:
  /// Where the string's next byte goes in its tail, or in the next one if that is 0.
  [[nodiscard]] std::uint32_t place() const { return length() % tail_bytes; }
};

}  // namespace

// A string has a tail of its last 1 to 8 bytes, which begins at a multiple of 8. So most strings are written at once,
// and the longest ones in few steps. Both tables together have 48 KiB.
struct LzwDecoder::Tables {
  std::array<std::uint64_t, codes> tails;
  std::array<std::uint32_t, codes> heads;
  std::array<std::byte, longest_string + tail_bytes> rest;

  [[nodiscard]] Head head(std::uint32_t code) const { return {heads[code]}; }

  /// Writes a string, and up to 7 bytes behind it.
  void put(std::uint32_t code, std::uint32_t length, std::byte* out) const {
    for (std::uint32_t begin = (length - 1) / tail_bytes * tail_bytes;; begin -= tail_bytes) {
      put_tail(tails[code], out + begin);
      if (begin == 0) return;
      code = head(code).before();
    }
  }
};

LzwDecoder::LzwDecoder() : tables_(std::make_unique<Tables>()) {
  for (std::uint32_t byte = 0; byte < clear_table; ++byte) {
    tables_->tails[byte] = byte;
    tables_->heads[byte] = 1 << 20 | byte;
  }
}

LzwDecoder::~LzwDecoder() = default;

void LzwDecoder::begin(StoredBytes& stored) {
  stored_ = &stored;
  bit_ = bits_ = 0;
  code_bits_ = shortest_code;
  next_ = 0;
  rest_begin_ = rest_end_ = 0;
}

bool LzwDecoder::decode(std::span<std::byte> out) {
  std::byte* to = out.data();
  const std::byte* const end = to + out.size();
  put_rest(to, end);
  while (to < end) {
    if (next_ != 0) take_strings(to, end);
    if (to < end && !take_code(to, end)) return false;
  }
  return true;
}

bool LzwDecoder::read_code(std::uint32_t& code) {
  if (bits_ - bit_ < code_bits_) {
    const std::span<const std::byte> piece = stored_->next((bits_ - bit_ + 7) / 8);
    data_ = piece.data();
    bit_ %= 8;
    bits_ = piece.size() * 8;
    if (bits_ - bit_ < code_bits_) return false;
  }
  code = code_in(data_, bit_, code_bits_);
  bit_ += code_bits_;
  return true;
}

// The compiler must see that the bytes written to `to` are none of these.
void LzwDecoder::take_strings(std::byte*& out, const std::byte* end) {
  Tables& tables = *tables_;
  const std::byte* const data = data_;
  const unsigned code_bits = code_bits_;
  std::byte* to = out;
  std::uint64_t bit = bit_;
  std::uint32_t next = next_;
  std::uint32_t previous = previous_;
  Head previous_head = tables.head(previous);
  std::uint64_t previous_tail = tables.tails[previous];
  const auto most = std::min<std::uint64_t>(limit_of(code_bits) - next, (bits_ - bit) / code_bits);
  const auto past_last = static_cast<std::uint32_t>(next + most);
  while (next < past_last) {
    const std::uint32_t code = code_in(data, bit, code_bits);
    if (code > next || !is_string(code)) break;
    const Head longer = previous_head.longer(previous);
    const Head head = code == next ? longer : tables.head(code);
    if (end - to < static_cast<std::ptrdiff_t>(head.length() + tail_bytes - 1)) break;
    tables.tails[next] = previous_head.tail_with(previous_tail, head.first());
    tables.heads[next] = longer.packed;
    previous_tail = tables.tails[code];
    if (head.length() <= tail_bytes) {
      put_tail(previous_tail, to);
    } else {
      tables.put(code, head.length(), to);
    }
    to += head.length();
    bit += code_bits;
    ++next;
    previous = code;
    previous_head = head;
  }
  out = to;
  bit_ = bit;
  next_ = next;
  previous_ = previous;
  lengthen_codes();
}

bool LzwDecoder::take_code(std::byte*& out, const std::byte* end) {
  std::uint32_t code = 0;
  if (!read_code(code)) return false;
  if (code == clear_table) return take_first_string(out);
  if (next_ == 0 || next_ == codes || code > next_ || !is_string(code)) return false;
  const Head previous = tables_->head(previous_);
  const Head longer = previous.longer(previous_);
  const Head head = code == next_ ? longer : tables_->head(code);
  tables_->tails[next_] = previous.tail_with(tables_->tails[previous_], head.first());
  tables_->heads[next_] = longer.packed;
  ++next_;
  previous_ = code;
  lengthen_codes();
  rest_begin_ = 0;
  rest_end_ = head.length();
  tables_->put(code, head.length(), tables_->rest.data());
  put_rest(out, end);
  return true;
}

/// The string behind a clear code, which is a byte.
bool LzwDecoder::take_first_string(std::byte*& out) {
  code_bits_ = shortest_code;
  do {
    if (!read_code(previous_)) return false;
  } while (previous_ == clear_table);
  if (previous_ > clear_table) return false;
  next_ = first_string;
  *out++ = static_cast<std::byte>(previous_);
  return true;
}

void LzwDecoder::put_rest(std::byte*& out, const std::byte* end) {
  const std::size_t count = std::min(rest_end_ - rest_begin_, static_cast<std::size_t>(end - out));
  out = std::copy_n(tables_->rest.data() + rest_begin_, count, out);
  rest_begin_ += count;
}

void LzwDecoder::lengthen_codes() {
  if (code_bits_ < longest_code && next_ == limit_of(code_bits_)) ++code_bits_;
}

}  // namespace platerip::tiffio
