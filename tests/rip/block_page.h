// Pages of flat colour blocks side by side, so that the tone of a plate can be measured.
#pragma once

#include <tiffio.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/rip/plate.h"

namespace platerip::test {

struct BlockPage {
  std::vector<std::vector<std::uint16_t>> blocks;  ///< the samples of each, as they are in the file
  std::uint32_t block_size = 64;                   ///< pixels, both ways
  std::uint16_t photometric = PHOTOMETRIC_RGB;
  std::uint16_t bits = 8;
  std::uint16_t alpha = EXTRASAMPLE_UNSPECIFIED;  ///< of the last sample; unspecified: no alpha
  bool append = false;                            ///< as the next page of an existing file
  std::vector<std::byte> icc_profile = {};

  /// The inner part of a block, away from what neighbours hand over.
  [[nodiscard]] Area inner(std::size_t block) const;
};

void write_page(const std::string& path, const BlockPage& page);

/// Grey blocks from black to white.
BlockPage gray_ramp(int blocks);

}  // namespace platerip::test
