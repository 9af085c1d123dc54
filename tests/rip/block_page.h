// Pages of adjacent blocks of flat colour, so that the tone of a plate can be measured.
#pragma once

#include <tiffio.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/rip/plate.h"

namespace platerip::test {

struct BlockPage {
  std::vector<std::vector<std::uint16_t>> blocks;  ///< the samples of each block, as in the file
  std::uint32_t block_size = 64;                   ///< width and height in pixels
  std::uint16_t photometric = PHOTOMETRIC_RGB;
  std::uint16_t bits = 8;
  std::uint16_t alpha = EXTRASAMPLE_UNSPECIFIED;  ///< meaning of the last sample; unspecified: no alpha
  bool append = false;                            ///< writes the next page of an existing file
  std::vector<std::byte> icc_profile = {};

  /// The inner part of a block, to which neighbours hand over no errors.
  [[nodiscard]] Area inner(std::size_t block) const;
};

void write_page(const std::string& path, const BlockPage& page);

/// Gray blocks from black to white.
BlockPage gray_ramp(int blocks);

}  // namespace platerip::test
