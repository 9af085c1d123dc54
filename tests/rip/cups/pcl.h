// Reads back PCL for printers of several inks, to find out what they would print.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace platerip::test {

/// The dots of each of four planes, in the order of the stream, over all its pages. The planes must come in
/// uncompressed raster transfers ("ESC*b#V", "ESC*b#W"; HP PCL 5 Color, chapter 6). Throws if anything is compressed.
std::array<std::uint64_t, 4> pcl_dots(const std::string& pcl);

}  // namespace platerip::test
