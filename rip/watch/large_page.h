// Which pages may take long, so that others need not wait for them.
//
// May throw std::bad_alloc, and nothing else. Thread-safe.
#pragma once

#include <string>

#include "rip/watch/page_stamp.h"

namespace platerip::rip {

/// Whether the file or folder at `path` is larger than 64 MiB, or another program draws its pages, of which there may
/// be many: PDF and PostScript. False if it cannot be read.
bool is_large_page(const std::string& path, const PageStamp& stamp);

}  // namespace platerip::rip
