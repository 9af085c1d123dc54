// Undoes predictors: from what compresses well to samples.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tiffio/layout/page_layout.h"

namespace platerip::tiffio {

/// Whether the rows that libtiff decodes hold differences (TIFF 6.0, section 14), because it is told to leave the
/// predictor to undo_differences(). It keeps the predictors of floating-point samples and of subsampled YCbCr.
bool leaves_differences(const PageLayout& layout);

/// Replaces the differences of a decoded row, in native byte order, by the samples.
void undo_differences(const PageLayout& layout, std::span<std::byte> row);

/// Makes samples in native byte order of a row as it is stored before compression, whatever its predictor, but not of
/// subsampled YCbCr. `scratch` may hold anything, and grows to the size of the row if need be.
void undo_predictor(const PageLayout& layout, std::span<std::byte> row, std::vector<std::byte>& scratch);

}  // namespace platerip::tiffio
