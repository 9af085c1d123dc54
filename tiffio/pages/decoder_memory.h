// The memory that decoders take in addition to the decoded rows: windows, dictionaries and coefficients. Its amount
// depends on the page's data, and libtiff sets no limit.
#pragma once

#include <cstdint>

#include "tiffio/input_file.h"
#include "tiffio/layout/codec.h"

namespace platerip::tiffio {

/// A strip or tile, as stored and as decoded.
struct Block {
  std::uint64_t offset = 0;
  std::uint64_t stored = 0;   ///< bytes in the file
  std::uint64_t decoded = 0;  ///< bytes once decoded
  std::uint64_t row = 0;      ///< bytes of a row once decoded
  bool reversed = false;      ///< FillOrder 2
};

/// The most memory that decoding `block` takes, without the stored and the decoded block. For a block of at most
/// `small` decoded bytes, the result may be a rough bound of at most `small` bytes, found without reading the data.
/// Adds the number of bytes read from the file to `bytes_read`.
std::uint64_t decoder_memory(const InputFile& file, const Codec& codec, const Block& block, std::uint64_t small,
                             std::uint64_t& bytes_read);

}  // namespace platerip::tiffio
