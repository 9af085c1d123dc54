// What decoders take beside the rows that they decode: windows, dictionaries and coefficients, which a page's own data
// ask for and libtiff knows no bound for.
#pragma once

#include <cstdint>

#include "tiffio/input_file.h"
#include "tiffio/page_layout.h"

namespace platerip::tiffio {

/// A strip or tile as it is in the file, and decoded.
struct Block {
  std::uint64_t offset = 0;
  std::uint64_t stored = 0;   ///< bytes in the file
  std::uint64_t decoded = 0;  ///< bytes once decoded
};

/// The memory that decoding `block` takes at most, beside the block itself, stored and decoded. Blocks of up to `small`
/// decoded bytes may be taken to need as much again, without a look at their data. What is read of the file is added to
/// `bytes_read`.
std::uint64_t decoder_memory(const InputFile& file, const Codec& codec, const Block& block, std::uint64_t small,
                             std::uint64_t& bytes_read);

}  // namespace platerip::tiffio
