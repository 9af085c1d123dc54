#include "tiffio/pages/jpeg_colors.h"

#include <tiff.h>

#include <string_view>
#include <vector>

#include "tiffio/file_piece.h"
#include "tiffio/pages/jpeg_segments.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

/// What the header of a JPEG says of its colours.
struct JpegHeader {
  bool has_jfif = false;
  std::uint64_t adobe_transform = 0;  ///< Adobe's marker: 1 YCbCr, 2 YCCK
  std::vector<JpegComponent> components;

  [[nodiscard]] bool is_ycbcr() const {
    if (components.size() != 3) return false;
    const bool shares_cb = components[0].across != components[1].across || components[0].down != components[1].down;
    return has_jfif || adobe_transform == 1 || shares_cb;
  }
  [[nodiscard]] bool is_ycck() const { return components.size() == 4 && adobe_transform == 2; }
};

bool begins_with(FilePiece& in, std::uint64_t at, std::string_view words) {
  for (const char c : words) {
    if (in[at++] != static_cast<std::uint64_t>(c)) return false;
  }
  return true;
}

JpegHeader header_of(FilePiece& in) {
  constexpr std::uint64_t jfif_marker = 0xe0;
  constexpr std::uint64_t adobe_marker = 0xee;
  constexpr std::uint64_t transform_offset = 13;
  JpegHeader header;
  std::uint64_t at = 0;
  while (const auto segment = next_segment(in, at)) {
    if (segment->marker == JpegSegment::start_of_scan) break;
    if (segment->marker == jfif_marker && begins_with(in, segment->begin + 2, std::string_view("JFIF\0", 5)))
      header.has_jfif = true;
    if (segment->marker == adobe_marker && begins_with(in, segment->begin + 2, "Adobe"))
      header.adobe_transform = in[segment->begin + transform_offset];
    if (!segment->begins_frame()) continue;
    header.components.clear();
    for (std::uint64_t i = 0; i < component_count(in, *segment); ++i)
      header.components.push_back(component_of(in, *segment, i));
  }
  return header;
}

bool has_subsampling(const TiffHandle& handle, const JpegComponent& luma) {
  std::uint16_t across = 1;
  std::uint16_t down = 1;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
  return across == luma.across && down == luma.down;
}

}  // namespace

Result<std::uint16_t> photometric_of_jpeg(const TiffHandle& handle, std::uint16_t tagged, PageLayout& layout) {
  const bool has_colors = tagged == PHOTOMETRIC_RGB || tagged == PHOTOMETRIC_YCBCR || tagged == PHOTOMETRIC_SEPARATED;
  if (layout.codec->scheme != COMPRESSION_JPEG || layout.separate || !has_colors) return tagged;
  FilePiece in(handle.file(), TIFFGetStrileOffset(handle.get(), 0), TIFFGetStrileByteCount(handle.get(), 0));
  const JpegHeader header = header_of(in);
  if (tagged == PHOTOMETRIC_SEPARATED && layout.samples == 4 && header.is_ycck()) {
    return file_error(handle.file().name(), "its JPEG holds YCCK colour, which is not handled",
                      "save the page with LZW or Deflate compression", ErrorCode::unsupported);
  }
  if (tagged == PHOTOMETRIC_SEPARATED || layout.samples != 3 || !header.is_ycbcr()) return tagged;
  const JpegComponent& luma = header.components.front();
  if (tagged == PHOTOMETRIC_YCBCR && has_subsampling(handle, luma)) return tagged;
  layout.jpeg_across = static_cast<int>(luma.across);
  layout.jpeg_down = static_cast<int>(luma.down);
  layout.remarks.emplace_back(tagged == PHOTOMETRIC_RGB
                                  ? "its tags say RGB and its JPEG says YCbCr; it is read as YCbCr"
                                  : "its tags and its JPEG differ in how Cb and Cr are subsampled; the JPEG counts");
  return std::uint16_t{PHOTOMETRIC_YCBCR};
}

}  // namespace platerip::tiffio
