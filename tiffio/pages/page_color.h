// The meaning of a page's samples: PhotometricInterpretation, ExtraSamples and the palette.
#pragma once

#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Checks the colour space alone. Errors: the page has none, or one that is not supported with any samples. The message
/// names it.
Status check_color_space(const TiffHandle& handle);

/// Sets the colour model, alpha and channels of `layout` from the tags. The codec and sample format must be set
/// already, and the colour space checked. Errors: a colour space that is not supported with this codec or these
/// samples, or fewer samples than it needs.
Status read_color(const TiffHandle& handle, PageLayout& layout);

}  // namespace platerip::tiffio
