// Paints a target page as a separated TIFF.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include "base/status.h"
#include "rip/calibrate/page/target_layout.h"
#include "rip/plates/output_file.h"

namespace platerip::rip {

/// Writes the page as a TIFF with 8 bits for each ink, where 0 is paper. The tag InkNames names the inks. The page is a
/// CMYK page if its inks are Cyan, Magenta, Yellow and Black, in this order. Labels are in black, or in all inks if
/// none is black. Takes memory for one row. Switches off the messages of libtiff in the whole process. Errors: the file
/// cannot be written.
Status paint_target(const TargetLayout& layout, OutputFile& file);

}  // namespace platerip::rip
