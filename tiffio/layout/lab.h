// The encodings of CIE L*a*b* in TIFF, and how they are converted to the encoding in PageInfo.
#pragma once

#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Adds the channels of an L*a*b* page to `layout`, and sets the number of bits of returned samples. `photometric` is
/// one of three:
/// - CIELab (TIFF 6.0, section 23): a* and b* are signed; 16-bit ones count 256ths;
/// - ICCLab (Adobe Photoshop TIFF Technical Notes): a* and b* begin with −128; 16-bit samples are encoded as in ICC
///   version 2;
/// - ITULab (TIFF-FX, RFC 3949): each of the three samples has a range, from the tag Decode or the default of RFC 3949.
///   The samples are returned with 16 bits.
/// Errors: samples that the encoding does not have.
Status add_lab(const TiffHandle& handle, std::uint16_t photometric, PageLayout& layout);

}  // namespace platerip::tiffio
