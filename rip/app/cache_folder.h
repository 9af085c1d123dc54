// Where the program keeps what took seconds to compute.
#pragma once

#include <optional>
#include <string>

namespace platerip::rip {

/// $XDG_CACHE_HOME/platerip, else $HOME/.cache/platerip (XDG Base Directory Specification); nothing where neither
/// variable holds an absolute path. The folder may not be there yet.
std::optional<std::string> cache_folder();

}  // namespace platerip::rip
