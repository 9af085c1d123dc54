// How pages of PDF and PostScript become pixels.
#pragma once

#include <optional>
#include <string>

namespace platerip::rip {

/// The program that draws pages, and the colours in which it does.
enum class PdfBy {
  gs,       ///< Ghostscript's tiffsep: CMYK, and a plane for each spot ink
  gs_cmyk,  ///< Ghostscript; spot inks become CMYK
  gs_rgb,   ///< Ghostscript; all inks become RGB
  pdftoppm  ///< Poppler, in RGB; PDF only
};

/// The part of a page that is drawn, as a PDF names it.
enum class PdfBox { media, crop, trim, bleed, art };

struct PdfSettings {
  PdfBy by = PdfBy::gs;
  std::optional<double> resolution;  ///< dots per inch; if not set, Job::resolution, or else default_pdf_resolution
  PdfBox box = PdfBox::media;        ///< Poppler knows media and crop only
  std::optional<std::string> password_file;  ///< its first line opens encrypted documents; Ghostscript only
  double seconds = 600;                      ///< that the program may take to find the pages, and again for each page
};

/// The resolution that pages without one have in screens, too.
inline constexpr double default_pdf_resolution = 600;

}  // namespace platerip::rip
