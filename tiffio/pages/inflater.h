// Decodes the Deflate of TIFF (RFC 1950), also in pieces, as fast as libdeflate decodes it as a whole.
#pragma once

#include <memory>

#include "tiffio/pages/strip_decoder.h"

namespace platerip::tiffio {

/// It takes some codes that zlib refuses, so only StripEnd::right is certain. May throw std::bad_alloc.
std::unique_ptr<StripDecoder> make_inflater();

}  // namespace platerip::tiffio
