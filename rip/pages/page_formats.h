// All formats of pages, recognized by their first bytes and not by the names of files.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/pages/page_format.h"
#include "rip/pages/read_settings.h"

namespace platerip::rip {

/// The formats that can be read. Each has a file of its own.
extern const PageFormat tiff_format, pnm_format, png_format, jpeg_format, raster_format, pdf_format, postscript_format;
inline constexpr std::array page_formats = {&tiff_format,   &pnm_format, &png_format,       &jpeg_format,
                                            &raster_format, &pdf_format, &postscript_format};

/// That the data of a stream go on with a page of another format, if `begin`, their first bytes, are one's. Pages of a
/// stream have one format.
std::optional<Error> other_format_in(const std::string& stream, std::string_view begin);

/// The format of data that begin with these bytes, which should be page_magic_bytes, or all if there are fewer. Null if
/// none is known.
const PageFormat* format_of(std::string_view begin);

/// The pages of a file of any format, or the one page of a folder of separations (separations.h). Errors: those of
/// PageFormat::find_pages() or find_pdf_pages(); or the file has another format, and the error names a command that
/// converts it. Thread-safe.
Result<FoundPages> find_pages(const std::string& path, const ReadSettings& settings = {});

/// Opens the pages of a stream of any format. See PageFormat::open_stream(). Errors: the stream is empty, or has
/// another format, and the error names a command that converts it; or its format has no numbered pages, and the
/// settings choose some.
Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, MemoryRange memory, const ReadSettings& settings,
                                           int threads);

}  // namespace platerip::rip
