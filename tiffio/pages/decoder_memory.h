// What decoders take beside the rows that they decode: windows, dictionaries and coefficients. The data of the page
// decide how much, and libtiff sets no bound.
#pragma once

#include <cstdint>

#include "tiffio/input_file.h"
#include "tiffio/pages/codec.h"

namespace platerip::tiffio {

/// A strip or tile as it is in the file, and decoded.
struct Block {
  std::uint64_t offset = 0;
  std::uint64_t stored = 0;   ///< bytes in the file
  std::uint64_t decoded = 0;  ///< bytes once decoded
};

/// The most memory that decoding `block` takes, beside the block itself, stored and decoded. For a block of up to
/// `small` decoded bytes this may be a rough bound, as many bytes again, without a look at its data. What is read of
/// the file is added to `bytes_read`.
std::uint64_t decoder_memory(const InputFile& file, const Codec& codec, const Block& block, std::uint64_t small,
                             std::uint64_t& bytes_read);

}  // namespace platerip::tiffio
