// Options of CUPS' own filters that a job may have and that nobody obeys.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "rip/cups/option_value.h"

namespace platerip::rip {

/// The options that CUPS obeys when it renders a document, but which have no effect on a document that goes straight to
/// our filters: one line for each that asks for anything. `type` is the document's MIME type: a picture (document.h) or
/// a raster. None for other types, which CUPS renders.
std::vector<std::string> ignored_options(const GetOption& option, const std::string& type);

}  // namespace platerip::rip
