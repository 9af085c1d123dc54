// Reads the tags of a page: what the page is, how it is stored, and whether it is supported.
#pragma once

#include "base/status.h"
#include "tiffio/layout/page_info.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Reads the layout of the page. Errors: a kind of page that is not supported, or sizes that contradict each other.
Result<PageLayout> read_layout(const TiffHandle& handle);

/// The properties of the page as it is returned. `layout` is its layout.
Result<PageInfo> read_info(const TiffHandle& handle, const PageLayout& layout);

/// Makes libtiff decode as `layout` says. Call it for every handle on the page, before the first read. Errors: libtiff
/// computes different sizes.
Status prepare_decoding(const TiffHandle& handle, const PageLayout& layout);

}  // namespace platerip::tiffio
