// Pages whose planes have different settings. Planes for which run_together() holds form a group, which a backend
// halftones together. Private to halftone/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// How a backend halftones planes that run together: their settings differ at most in the ink number. The functions are
/// as in Backend. A plane with planes beside it is alone in its group. In its strips, the planes and plates beside it
/// follow its own, in the order of PlaneSettings::beside. Their plates are finished, and only read. Their drops are in
/// Settings::drops_beside.
struct UniformBackend {
  std::size_t (*workspace_bytes)(const Settings& settings);
  Result<std::unique_ptr<Halftoner>> (*make)(const Settings& settings, std::span<std::byte> workspace);
};

/// Bytes that make_groups() needs.
std::size_t group_bytes(const UniformBackend& backend, const Settings& settings);

/// Makes a halftoner for planes with any settings. If all planes run together, it is the backend's own. Otherwise
/// groups run one after the other, in ascending number of planes beside them. If one group looks further ahead than
/// another, the other's finished rows wait, so that all planes finish the same rows. Errors: those of the backend.
/// Preconditions: the settings pass check(), and the workspace has group_bytes().
Result<std::unique_ptr<Halftoner>> make_groups(const UniformBackend& backend, const Settings& settings,
                                               std::span<std::byte> workspace);

}  // namespace platerip::halftone
