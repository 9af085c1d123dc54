// The colours of a page in JPEG, which its tags may contradict.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// The PhotometricInterpretation of a page whose tag says `tagged`: YCbCr if the tag says RGB and the JPEG itself says
/// YCbCr. Then sets the layout's `jpeg_across` and `jpeg_down`, and adds a remark. The codec and the samples of
/// `layout` must be set already. Errors: the JPEG has colours that are not supported and that its tag does not mention.
Result<std::uint16_t> photometric_of_jpeg(const TiffHandle& handle, std::uint16_t tagged, PageLayout& layout);

}  // namespace platerip::tiffio
