// Pages as Netpbm files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

/// The page as PGM, PPM (gray and RGB without alpha) or else PAM.
std::string pnm_of(const PageSpec& spec);

/// A PBM's pixels, one byte each; `offset` is moved behind it. Throws where there is none.
struct Pbm {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> pixels;
};
Pbm read_pbm(const std::string& bytes, std::size_t& offset);

}  // namespace platerip::test
