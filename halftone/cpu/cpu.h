// The CPU backend: bands of rows on several threads, and in each band a wavefront of SIMD lanes (Highway). Private to
// halftone/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone::cpu {

/// The functions of a Backend (backends/backends.h).
Status supported();
std::size_t workspace_bytes(const Settings& settings);
Result<std::unique_ptr<Halftoner>> make(const Settings& settings, std::span<std::byte> workspace);

}  // namespace platerip::halftone::cpu
