// The encodings of CIE L*a*b* in TIFF, and how they become that of PageInfo.
#pragma once

#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Adds the channels of an L*a*b* page, and sets the bits that are returned. `photometric` is one of three:
/// - CIELab (TIFF 6.0, section 23): a* and b* are signed; 16-bit ones are 256ths;
/// - ICCLab (Adobe Photoshop TIFF Technical Notes): a* and b* begin with −128; 16 bits are those of ICC version 2;
/// - ITULab (TIFF-FX, RFC 3949): each of the three has a range, from the tag Decode or RFC 3949's own. It arrives in 16
///   bits.
/// Errors: samples that the encoding does not have.
Status add_lab(const TiffHandle& handle, std::uint16_t photometric, PageLayout& layout);

}  // namespace platerip::tiffio
