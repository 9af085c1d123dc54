// The folder where the program keeps results that took seconds to compute.
#pragma once

#include <optional>
#include <string>

namespace platerip::rip {

/// $XDG_CACHE_HOME/platerip, else $HOME/.cache/platerip (XDG Base Directory Specification). Nothing if neither variable
/// holds an absolute path. The folder need not exist yet. May throw std::bad_alloc.
std::optional<std::string> cache_folder();

}  // namespace platerip::rip
