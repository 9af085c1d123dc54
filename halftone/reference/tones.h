// The reference of the tone filters: plain scalar code, which is the specification. Private to halftone/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone::reference {

/// Bytes of workspace for make_tones(). Precondition of both: the settings pass check(), and all planes have the same
/// tone filter and sharpness.
std::size_t tone_bytes(const Settings& settings);
std::unique_ptr<Halftoner> make_tones(const Settings& settings, std::span<std::byte> workspace);

}  // namespace platerip::halftone::reference
