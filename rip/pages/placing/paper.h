// Paper around pages that are placed on a sheet.
#pragma once

#include <cstddef>
#include <vector>

#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// A row of the page without any ink: white, or transparent if the page has alpha. May throw std::bad_alloc.
std::vector<std::byte> paper_row(const tiffio::PageInfo& page);

}  // namespace platerip::rip
