// Checks the header and tag table of an ICC profile before LittleCMS reads any of it. Private to profiles/.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/status.h"

namespace platerip::profiles {

/// Checks size, signature, class, colour spaces and tag table, and returns the bytes that the header claims. Errors
/// begin with `name`.
Result<std::span<const std::byte>> sound_frame(std::span<const std::byte> bytes, const std::string& name);

}  // namespace platerip::profiles
