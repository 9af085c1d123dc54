// Decodes the Deflate of TIFF (RFC 1950), also in pieces, as fast as libdeflate decodes it as a whole.
#pragma once

#include <memory>

#include "tiffio/pages/strip_decoder.h"

namespace platerip::tiffio {

/// Its strips end well if their checksum is right, or if they hold more bytes than were asked for. May throw
/// std::bad_alloc.
std::unique_ptr<StripDecoder> make_inflater();

}  // namespace platerip::tiffio
