// Pages as Netpbm files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

/// The page as PGM (gray) or PPM (RGB), both without alpha, and otherwise as PAM.
std::string pnm_of(const PageSpec& spec);

/// A PBM's pixels, one byte each. Moves `offset` to the end of the PBM. Throws if there is none.
struct Pbm {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> pixels;
};
Pbm read_pbm(const std::string& bytes, std::size_t& offset);

}  // namespace platerip::test
