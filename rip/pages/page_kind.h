// What a page is, told by its first bytes, whatever its name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/pages/input_stream.h"

namespace platerip::rip {

enum class PageKind { tiff, pnm, raster, other };

/// As many first bytes as are needed to tell.
inline constexpr std::size_t page_magic_bytes = 12;

/// The first bytes of a stream, page_magic_bytes of them unless it ends before. They stay to be read. Errors: nothing
/// comes.
Result<std::string> first_bytes(InputStream& stream);

/// The kind of page that begins with these bytes, of which there may be fewer.
PageKind page_kind(std::string_view begin);

/// Of one of another kind: what it is, where that is known, and the command that makes a page of it: "is a PDF; make a
/// page of it: …".
std::string no_page(std::string_view begin);

}  // namespace platerip::rip
