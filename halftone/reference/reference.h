// The specification of the halftone, in plain scalar code.
#pragma once

#include "halftone/halftone.h"

namespace platerip::halftone {

std::size_t reference_workspace_bytes(const Settings& settings);
Result<std::unique_ptr<Halftoner>> make_reference(const Settings& settings, std::span<std::byte> workspace);

inline constexpr Backend reference_backend{"reference", "plain scalar code: the specification", [] { return Status(); },
                                           reference_workspace_bytes, make_reference};

}  // namespace platerip::halftone
