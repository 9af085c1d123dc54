// Screens on the CPU: compares pixels with the tile. Private to halftone/cpu/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone::cpu {

/// Bytes that make_screen() needs. Precondition: the settings pass check(), and all planes have one screen.
std::size_t screen_bytes(const Settings& settings);

/// Preconditions: those of screen_bytes(), and the workspace has that many bytes.
std::unique_ptr<Halftoner> make_screen(const Settings& settings, std::span<std::byte> workspace);

}  // namespace platerip::halftone::cpu
