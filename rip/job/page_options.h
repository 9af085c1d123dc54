// The options that say which pages are read and how, a part of the one table (job_options.cpp). Private to it.
#pragma once

#include "rip/job/job_options.h"
#include "rip/job/option_kinds.h"

namespace platerip::rip {

inline constexpr Choice<PdfBy> pdf_programs[] = {
    {"gs", PdfBy::gs}, {"gs-cmyk", PdfBy::gs_cmyk}, {"gs-rgb", PdfBy::gs_rgb}, {"pdftoppm", PdfBy::pdftoppm}};
inline constexpr Choice<PdfBox> pdf_boxes[] = {{"media", PdfBox::media},
                                               {"crop", PdfBox::crop},
                                               {"trim", PdfBox::trim},
                                               {"bleed", PdfBox::bleed},
                                               {"art", PdfBox::art}};

inline constexpr Range<double> pdf_resolutions{9, 10'000, "9 to 10000 dpi"};
inline constexpr Range<double> pdf_times{0.1, 1'000'000, "0.1 to 1000000 seconds"};

inline constexpr JobOption page_options[] = {
    {"pages", SetBy::command_line, "LIST", "",
     "make only these pages of each file, such as 1-3,8,10-; a range without an end goes on to the last page",
     one<PageList, &Job::pages>(), Record::nothing},
    {"pdf-by", SetBy::command_line, "PROGRAM", "gs",
     "what draws the pages of PDF and PostScript: gs (Ghostscript's tiffsep: CMYK, and a plate for each spot ink), "
     "gs-cmyk or gs-rgb (Ghostscript, without spot inks), or pdftoppm (Poppler, in RGB; PDF only)",
     one<OneOf<pdf_programs>, &Job::pdf, &PdfSettings::by>()},
    {"pdf-resolution", SetBy::command_line, "DPI", "",
     "resolution at which pages of PDF and PostScript are drawn. Default: that of --resolution, or else 600",
     one<Number<pdf_resolutions>, &Job::pdf, &PdfSettings::resolution>()},
    {"pdf-box", SetBy::command_line, "BOX", "media",
     "the part of a page that is drawn: media (all), crop, trim, bleed or art; a page without that box is drawn whole",
     one<OneOf<pdf_boxes>, &Job::pdf, &PdfSettings::box>()},
    {"pdf-password-file", SetBy::command_line, "FILE", "",
     "a text file whose first line is the password of encrypted PDFs",
     one<InputFile, &Job::pdf, &PdfSettings::password_file>(), Record::nothing},
    {"pdf-time", SetBy::command_line, "SECONDS", "600", "most time for drawing a page of PDF or PostScript",
     one<Number<pdf_times>, &Job::pdf, &PdfSettings::seconds>(), Record::nothing},
};

}  // namespace platerip::rip
