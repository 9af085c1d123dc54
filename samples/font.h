// A small stroke font of our own: enough for labels and for fine text at any size.
#pragma once

#include <string_view>
#include <vector>

#include "samples/paint.h"

namespace platerip::samples {

/// The strokes of a line of text (printable ASCII; what the font lacks becomes a space), its baseline starting at
/// `start`, capitals `cap_height` pixels tall.
std::vector<Segment> text_strokes(std::string_view text, Point start, double cap_height);

/// The width in pixels that it takes.
double text_width(std::string_view text, double cap_height);

}  // namespace platerip::samples
