// Paints a target of drop sizes as plates.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <vector>

#include "base/status.h"
#include "rip/calibrate/page/target_layout.h"
#include "rip/plates/output_file.h"

namespace platerip::rip {

/// Writes a plate for each ink of the layout, in this order, as platerip writes plates. Patches have just the shares of
/// their mixtures, scattered as blue noise, so the target depends on no halftone and on no assumption about the drops.
/// Labels are solid. Takes memory for one row of all inks. Errors: those of tiffio::PlateWriter.
Status paint_plates(const TargetLayout& layout, std::vector<OutputFile>& files);

}  // namespace platerip::rip
