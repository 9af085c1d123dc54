// The press profile that is built into the program. Private to profiles/.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::profiles {

/// The bytes of the profile; empty if the build has none.
std::span<const std::byte> default_press_bytes();

}  // namespace platerip::profiles
