// PCL as printers of several inks take it: read back to know what they would print.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace platerip::test {

/// The dots of each plane in the order of the stream, of four planes in uncompressed raster transfers ("ESC*b#V",
/// "ESC*b#W"; HP PCL 5 Color, chapter 6), over all its pages. Throws on anything compressed.
std::array<std::uint64_t, 4> pcl_dots(const std::string& pcl);

}  // namespace platerip::test
