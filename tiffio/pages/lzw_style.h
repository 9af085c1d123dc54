// The style of a page's LZW codes, which TIFF 6.0 has changed.
//
// From the first block that a handle decodes, libtiff infers whether all blocks have codes in the old style. A page may
// mix both styles. So that its rows do not depend on who decodes which block, the page's first block decides.
#pragma once

#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Whether an LZW page has codes in the old style.
bool has_old_codes(const TiffHandle& handle, const PageLayout& layout);

/// Lets a handle that has not decoded anything decode the beginning of the page's first block, if its codec is LZW.
/// Before the handle decodes rows of that block, it must decode others, or the whole block.
void show_first_block(const TiffHandle& handle, const PageLayout& layout);

}  // namespace platerip::tiffio
