// What make-page can put on a page. Each kind of content is a painter of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "samples/paint.h"

namespace platerip::samples {

/// Paints row `y` of a page. The row is as wide as the page, and white.
using RowPainter = std::function<void(std::int64_t y, Row row)>;

/// "page" (the sample page), "photo" (a landscape that fills the page), "noise" (random samples), "gradient" or
/// "white". Empty if there is no content of that name.
std::optional<RowPainter> find_content(std::string_view name, std::int64_t width, std::int64_t height,
                                       std::uint32_t seed);

}  // namespace platerip::samples
