#include "tiffio/pages/inflater.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>

#include "tiffio/pages/adler.h"

namespace platerip::tiffio {
namespace {

// The counts of ISA-L have 32 bits.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

constexpr std::uint32_t zlib_header_bytes = 2;

/// Whether this is the header of what libtiff decodes, too: Deflate without a preset dictionary.
bool is_plain_header(std::span<const std::byte> data) {
  if (data.size() < zlib_header_bytes) return false;
  const auto method = std::to_integer<unsigned>(data[0]);
  const auto flags = std::to_integer<unsigned>(data[1]);
  return (method & 0x0f) == 8 && method >> 4 <= 7 && (flags & 0x20) == 0 && (method << 8 | flags) % 31 == 0;
}

}  // namespace

Inflater::Inflater() : state_(std::make_unique_for_overwrite<inflate_state>()) {}
Inflater::~Inflater() = default;

std::size_t Inflater::memory_bytes() {
  return sizeof(Inflater) + sizeof(inflate_state);
}

void Inflater::begin(StoredBytes& stored) {
  isal_inflate_init(state_.get());
  stored_ = &stored;
  checksum_ = first_adler;
  is_sound_ = is_plain_header(give_more());
  if (!is_sound_) return;
  state_->next_in += zlib_header_bytes;
  state_->avail_in -= zlib_header_bytes;
}

bool Inflater::decode(std::span<std::byte> out) {
  return inflate(out) == out.size();
}

StripEnd Inflater::end() {
  std::byte more{};
  if (inflate({&more, 1}) > 0) return StripEnd::unknown;
  if (!is_sound_ || state_->block_state != ISAL_BLOCK_FINISH) return StripEnd::wrong;
  is_sound_ = has_right_checksum();
  return is_sound_ ? StripEnd::right : StripEnd::wrong;
}

std::size_t Inflater::inflate(std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const std::size_t bytes = inflate_some(out.subspan(done));
    if (bytes == 0) break;
    done += bytes;
  }
  return done;
}

/// The same, but at most as many bytes as ISA-L can count.
std::size_t Inflater::inflate_some(std::span<std::byte> out) {
  const std::size_t wanted = std::min(out.size(), most_at_once);
  state_->next_out = reinterpret_cast<std::uint8_t*>(out.data());
  state_->avail_out = static_cast<std::uint32_t>(wanted);
  while (state_->avail_out > 0 && goes_on()) continue;
  const std::size_t bytes = wanted - state_->avail_out;
  checksum_ = next_adler(checksum_, out.first(bytes));
  return bytes;
}

/// Decodes as much as ISA-L does at once. Whether there may be more.
bool Inflater::goes_on() {
  if (!is_sound_ || state_->block_state == ISAL_BLOCK_FINISH) return false;
  if (state_->avail_in == 0) give_more();
  const std::uint32_t in = state_->avail_in;
  const std::uint32_t out = state_->avail_out;
  is_sound_ = isal_inflate(state_.get()) == ISAL_DECOMP_OK;
  return is_sound_ && (state_->avail_in != in || state_->avail_out != out);
}

std::span<const std::byte> Inflater::give_more() {
  const std::span<const std::byte> piece = stored_->next(0);
  state_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(piece.data()));  // which it only reads
  state_->avail_in = static_cast<std::uint32_t>(piece.size());
  return piece;
}

/// Reads the checksum behind the last block, which begins with a whole byte.
bool Inflater::has_right_checksum() {
  state_->read_in >>= state_->read_in_length % 8;
  state_->read_in_length -= state_->read_in_length % 8;
  std::uint32_t stored = 0;
  for (std::size_t i = 0; i < sizeof stored; ++i)
    if (!take_byte(stored)) return false;
  return stored == checksum_;
}

/// Appends the next byte to a number. ISA-L may have read some already.
bool Inflater::take_byte(std::uint32_t& number) {
  if (state_->read_in_length >= 8) {
    number = number << 8 | static_cast<std::uint8_t>(state_->read_in);
    state_->read_in >>= 8;
    state_->read_in_length -= 8;
    return true;
  }
  if (state_->avail_in == 0 && give_more().empty()) return false;
  number = number << 8 | *state_->next_in++;
  --state_->avail_in;
  return true;
}

}  // namespace platerip::tiffio
