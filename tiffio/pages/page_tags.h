// The tags of a page, read once: what it is, how it lies in its file, and why it is refused where it is not handled.
#pragma once

#include "base/status.h"
#include "tiffio/pages/page_info.h"
#include "tiffio/pages/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Errors: what the page is, where such pages are not handled; sizes that contradict each other.
Result<PageLayout> read_layout(const TiffHandle& handle);

/// The page as it will be handed out. `layout` is the page's.
Result<PageInfo> read_info(const TiffHandle& handle, const PageLayout& layout);

/// Makes libtiff decode as `layout` says. For every handle on the page, before the first read.
/// Errors: libtiff's idea of the sizes is another one.
Status prepare_decoding(const TiffHandle& handle, const PageLayout& layout);

}  // namespace platerip::tiffio
