// The outside of an ICC profile: header and tag table, checked before LittleCMS sees a byte. Private to profiles/.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/status.h"

namespace platerip::profiles {

/// The bytes that the profile's header claims, once its size, signature, class, colour spaces and tag table are sound.
/// Errors begin with `name`.
Result<std::span<const std::byte>> sound_frame(std::span<const std::byte> bytes, const std::string& name);

}  // namespace platerip::profiles
