// A small stroke font of our own, for labels and for fine text at any size.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "base/lettering/lines.h"

namespace platerip::lettering {

/// The strokes of a line of text. The baseline begins at `start`; capitals are `cap_height` pixels tall. The text is
/// printable ASCII; characters that the font lacks become spaces.
std::vector<Segment> text_strokes(std::string_view text, Point start, double cap_height);

/// The width of the text in pixels.
double text_width(std::string_view text, double cap_height);

}  // namespace platerip::lettering
