// The channels that Photoshop adds to a page, from its image resources in the tag 34377 ("Adobe Photoshop File Formats
// Specification", Image Resources Section).
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace platerip::tiffio {

struct PhotoshopChannel {
  std::string name;  ///< UTF-8, printable; may be empty
  bool is_spot = false;
};

/// The channels that the resources describe, in the order of the page's extra samples. If the resources are damaged,
/// the channels before the damage.
std::vector<PhotoshopChannel> photoshop_channels(std::span<const std::byte> resources);

}  // namespace platerip::tiffio
