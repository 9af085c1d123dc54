// The bytes of the built-in press profile. Private to profiles/.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::profiles {

/// The whole profile.
std::span<const std::byte> default_press_bytes();

}  // namespace platerip::profiles
