// Paints a target page as a separated TIFF.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include "base/status.h"
#include "rip/calibrate/page/target_layout.h"
#include "rip/plates/output_file.h"

namespace platerip::rip {

/// Writes the page: 8 bits for each ink, named by InkNames, 0 is paper; all CMYK in this order are a CMYK page. Labels
/// are in black, or in all inks if none is black. Takes memory for one row. Errors: the file cannot be written.
Status paint_target(const TargetLayout& layout, OutputFile& file);

}  // namespace platerip::rip
