// Decodes Deflate in the format zlib (RFC 1950), also in pieces, as fast as libdeflate decodes it as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tiffio/pages/strip_decoder.h"

struct inflate_state;

namespace platerip::tiffio {

/// It takes some codes that zlib refuses, so only StripEnd::right is certain. The constructor may throw std::bad_alloc.
class Inflater : public StripDecoder {
 public:
  Inflater();
  ~Inflater() override;

  /// Bytes of memory that such an object takes.
  static std::size_t memory_bytes();

  void begin(StoredBytes& stored) override;
  bool decode(std::span<std::byte> out) override;
  StripEnd end() override;

  /// Decodes bytes until `out` is full, or the data end or are damaged. Returns their number.
  std::size_t inflate(std::span<std::byte> out);

  /// Whether nothing that was decoded is damaged.
  [[nodiscard]] bool is_sound() const { return is_sound_; }

 private:
  std::size_t inflate_some(std::span<std::byte> out);
  bool goes_on();
  std::span<const std::byte> give_more();
  bool has_right_checksum();
  bool take_byte(std::uint32_t& number);

  std::unique_ptr<inflate_state> state_;
  StoredBytes* stored_ = nullptr;
  std::uint32_t checksum_ = 0;  // of what was decoded
  bool is_sound_ = true;
};

}  // namespace platerip::tiffio
