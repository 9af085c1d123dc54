// The backend on an NVIDIA GPU, for planes and plates in the memory of the host. Private to halftone/.
#pragma once

#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

Status supported();
std::size_t workspace_bytes(const Settings& settings);
Result<std::unique_ptr<Halftoner>> make(const Settings& settings, std::span<std::byte> workspace);

}  // namespace platerip::halftone::cuda
