// Makes the tones of strips on the cores.
#pragma once

#include <cstdint>
#include <span>

#include "rip/strips/row_span.h"
#include "rip/strips/strip_tones.h"

namespace platerip::rip {

/// Adds rows of all inks, of which the first is row `row` of the page. The rows from tones.first on must come in order;
/// the first of them sets everything. May throw std::bad_alloc. Thread-safe for different tones.
void add_tones(const ToneSettings& settings, std::span<const RowSpan> inks, std::int64_t row, const StripTones& tones);

}  // namespace platerip::rip
