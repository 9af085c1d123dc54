// The inks of a page's samples, by name.
#pragma once

#include <string>
#include <vector>

#include "tiffio/pages/photoshop_channels.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// The most inks that a page may have.
inline constexpr std::size_t most_inks = 32;

/// The names in the tag InkNames; empty if the page lacks the tag.
std::vector<std::string> ink_names(const TiffHandle& handle);

/// The channels that Photoshop's image resources describe; empty if the page has no such resources. Errors: those of
/// photoshop_channels().
Result<std::vector<PhotoshopChannel>> channels_of_photoshop(const TiffHandle& handle);

/// The places of Cyan, Magenta, Yellow and Black in `inks`; empty unless all four are there. Case does not matter.
std::vector<int> find_cmyk(const std::vector<std::string>& inks);

}  // namespace platerip::tiffio
