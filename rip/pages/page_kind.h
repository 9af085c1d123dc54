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

/// How to write the name of a file in a command for a shell; FILE if it is empty or cannot be told on one line.
std::string in_shell(const std::string& file);

/// The message for an unsupported format: what it is, if known, and a command that converts it, for example "is a JPEG;
/// make a page of it: convert 'my page.jpg' my_page.tif". `file` may be empty for a stream.
std::string no_page(std::string_view begin, const std::string& file);

}  // namespace platerip::rip
