// Pages of PDF and PostScript, which another program draws, some pages ahead of the one that is made.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <functional>
#include <string>

#include "base/files.h"
#include "base/status.h"
#include "rip/pages/page_format.h"
#include "rip/pages/pdf/pdf_program.h"
#include "rip/pages/read_settings.h"

namespace platerip::rip {

/// A file of pages to draw. `open` opens it for reading, as often as pages are drawn; thread-safe.
struct PdfFile {
  std::string path;  ///< or the name of a stream
  PdfKind kind = PdfKind::pdf;
  std::function<Result<Descriptor>()> open;
};

/// Finds the pages. The opener draws a page in a WorkFolder when it is opened, while the next ones are drawn ahead, by
/// a program for each of the threads, but 8 at most. One program draws several small pages. Errors: those of
/// PdfProgram; the file has no page, is damaged, or needs a password. The opener adds: the page needs more of TMPDIR or
/// of time than it may, and those of find_folder_page() and open_tiff_page().
Result<FoundPages> find_pdf_pages(PdfFile file, const ReadSettings& settings);

}  // namespace platerip::rip
