// What the samples of a page mean: PhotometricInterpretation, ExtraSamples, the palette.
#pragma once

#include "base/status.h"
#include "tiffio/pages/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Errors: a colour space that is never handled, whatever its samples are, named as found; none is said.
Status check_color_space(const TiffHandle& handle);

/// Fills `layout`'s colour model, alpha and channels from the tags; codec and samples are known by then.
/// The colour space has been checked. Errors: it is not handled with such a codec or such samples; fewer samples than
/// the colour space has.
Status read_color(const TiffHandle& handle, PageLayout& layout);

}  // namespace platerip::tiffio
