// The channels that Photoshop adds to a page, from its image resources in the tag 34377 ("Adobe Photoshop File Formats
// Specification", Image Resources Section).
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "tiffio/directories.h"
#include "tiffio/input_file.h"

namespace platerip::tiffio {

struct PhotoshopChannel {
  std::string name;  ///< UTF-8, printable; may be empty
  bool is_spot = false;
};

/// The channels that the resources in `tag` describe, in the order of the page's extra samples. Only the blocks that
/// describe channels are read, in a few KiB of memory, however large the others are. Errors: one of these blocks is cut
/// off or damaged, or might lie behind damage; the file cannot be read.
Result<std::vector<PhotoshopChannel>> photoshop_channels(const InputFile& file, const HiddenTag& tag);

}  // namespace platerip::tiffio
