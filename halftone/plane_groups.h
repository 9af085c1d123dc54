// Planes of different settings on one page: those of equal settings are a group, which a backend halftones together.
// Private to halftone/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// How a backend halftones planes whose settings are all equal; as Backend has it.
struct UniformBackend {
  std::size_t (*workspace_bytes)(const Settings& settings);
  Result<std::unique_ptr<Halftoner>> (*make)(const Settings& settings, std::span<std::byte> workspace);
};

/// Bytes that make_groups() needs.
std::size_t group_bytes(const UniformBackend& backend, const Settings& settings);

/// A halftoner of any planes, and for one group the backend's own. Groups run one after the other. Where the method of
/// one looks further ahead than that of another, the other's finished rows wait, so that all planes finish the same
/// rows. Errors: those of the backend. Preconditions: settings that pass check(), group_bytes() of workspace.
Result<std::unique_ptr<Halftoner>> make_groups(const UniformBackend& backend, const Settings& settings,
                                               std::span<std::byte> workspace);

}  // namespace platerip::halftone
