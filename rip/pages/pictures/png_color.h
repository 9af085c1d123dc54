// The colours of a PNG: what its chunks say of them.
#pragma once

#include <png.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// Chunks that libpng passes on unread; empty if the PNG has none.
struct PngChunks {
  std::vector<std::byte> profile;      ///< iCCP
  std::vector<std::byte> video_color;  ///< cICP
  std::vector<std::byte> exif;         ///< eXIf

  /// Where to keep the chunk of this name; null if nobody reads it.
  std::vector<std::byte>* find(std::string_view name);
};

/// Sets the profile of a page, and remarks on it. The first of these counts: iCCP, sRGB, cHRM and gAMA. What the last
/// two do not say is as in sRGB; if they say sRGB, the page has no profile, which means sRGB. Neither function changes
/// `png` or `chunks`.
void set_png_colors(png_const_structrp png, png_inforp info, const PngChunks& chunks, tiffio::PageInfo& page);

/// The profile in an iCCP chunk. A chunk that cannot be unpacked stays as it is, so that it is refused where all
/// damaged profiles are. Of a profile that is too large, more than profiles::max_profile_bytes come, but not all.
std::vector<std::byte> unpacked_profile(std::span<const std::byte> chunk);

}  // namespace platerip::rip
