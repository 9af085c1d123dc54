#include "tiffio/pages/jpeg_segments.h"

#include <algorithm>

namespace platerip::tiffio {

bool JpegSegment::begins_frame() const {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

std::optional<JpegSegment> next_segment(FilePiece& in, std::uint64_t& at) {
  constexpr std::uint64_t end_of_image = 0xd9;
  while (in.holds(at)) {
    while (in.holds(at) && in[at] != 0xff) ++at;
    while (in[at] == 0xff) ++at;
    const JpegSegment segment{.marker = in[at], .begin = at + 1};
    ++at;
    const bool stands_alone = segment.marker <= 1 || (segment.marker >= 0xd0 && segment.marker <= 0xd8);
    if (stands_alone) continue;
    if (segment.marker == end_of_image) return std::nullopt;
    at += std::max<std::uint64_t>(in.big_endian(at, 2), 2);
    return segment;
  }
  return std::nullopt;
}

std::uint64_t component_count(FilePiece& in, const JpegSegment& header) {
  return in[header.begin + (header.begins_frame() ? 7 : 2)];
}

JpegComponent component_of(FilePiece& in, const JpegSegment& frame, std::uint64_t index) {
  const std::uint64_t at = frame.begin + 8 + 3 * index;
  return {.id = in[at], .across = in[at + 1] >> 4, .down = in[at + 1] & 15};
}

}  // namespace platerip::tiffio
