// PDF and PostScript in files and streams.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_format.h"
#include "rip/pages/read_settings.h"

namespace platerip::rip {

/// The pages of a file. Errors: those of find_pdf_pages(), or the file cannot be read.
Result<FoundPages> find_drawn_pages(const std::string& path, PdfKind kind, const ReadSettings& settings);

/// The chosen pages of a stream, which must have come to its end before the first page can be drawn. It is kept as
/// file_of() (stream_file.h) says. `memory`, `threads`: see open_page(). Errors: those of both, or no page is chosen.
Result<std::unique_ptr<Pages>> open_drawn_stream(InputStream& stream, PdfKind kind, MemoryRange memory,
                                                 const ReadSettings& settings, int threads);

}  // namespace platerip::rip
