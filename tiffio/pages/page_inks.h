// Reads the tags that say what a page's samples are.
#pragma once

#include "base/status.h"
#include "tiffio/pages/sample_roles.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Reads the tags about inks and extra samples of a page with these colours and so many samples. Errors: numbers that
/// are not stored as numbers; a file that cannot be read; damaged resources of Photoshop, if the page needs them.
Result<SampleTags> read_sample_tags(const TiffHandle& handle, SampleTags::Space space, int samples);

}  // namespace platerip::tiffio
