// The format of a page, recognized by its first bytes and not by its name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/pages/input_stream.h"

namespace platerip::rip {

/// The format of a page: TIFF, a Netpbm format, CUPS or PWG raster, or none that can be read.
enum class PageKind { tiff, pnm, raster, other };

/// The number of first bytes needed to recognize a format.
inline constexpr std::size_t page_magic_bytes = 12;

/// The first page_magic_bytes bytes of a stream, or fewer if it is shorter. They are not consumed. Errors: the stream
/// is empty.
Result<std::string> first_bytes(InputStream& stream);

/// The format of data that begin with these bytes, which should be page_magic_bytes, or all if there are fewer.
PageKind page_kind(std::string_view begin);

/// The message for an unsupported format: what it is, if known, and a command that converts it, for example "is a PDF;
/// make a page of it: …".
std::string no_page(std::string_view begin);

}  // namespace platerip::rip
