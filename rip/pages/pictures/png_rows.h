// The rows of a page in a PNG.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "rip/pages/page_rows.h"
#include "rip/pages/pictures/png_decoder.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Opens the same PNG again, from its beginning.
using OpenPng = std::function<Result<std::unique_ptr<PngDecoder>>()>;

/// The rows of `png`, of which none has been read. `again` is for interlaced PNGs only. `page` is the page's name in
/// messages. If decoding needs more than the most of `memory`, see too_large_page.h.
std::unique_ptr<PageRows> png_rows(std::shared_ptr<PngDecoder> png, OpenPng again, const std::string& page,
                                   MemoryRange memory);

}  // namespace platerip::rip
