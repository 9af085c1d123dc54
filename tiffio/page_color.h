// What the samples of a page mean: PhotometricInterpretation, ExtraSamples, the palette.
#pragma once

#include "status.h"
#include "tiffio/page_layout.h"

namespace platerip::tiffio {

/// Fills `layout`'s colour model, alpha and channels from the tags; codec and samples are known by then.
/// Errors: a colour space that is not handled, named as found; fewer samples than the colour space has.
Status read_color(const TiffHandle& handle, PageLayout& layout);

}  // namespace platerip::tiffio
