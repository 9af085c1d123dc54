// Pages whose planes have different settings. Planes for which run_together() holds form a group, which a backend
// halftones together. Private to halftone/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// How a backend halftones planes that run together: their settings differ at most in the ink. The functions are those
/// of Backend. A plane with planes beside it is the only one of its settings; in its strips, the planes and plates
/// beside it follow, in the order of PlaneSettings::beside. These plates are finished, and only read.
struct UniformBackend {
  std::size_t (*workspace_bytes)(const Settings& settings);
  Result<std::unique_ptr<Halftoner>> (*make)(const Settings& settings, std::span<std::byte> workspace);
};

/// Bytes that make_groups() needs.
std::size_t group_bytes(const UniformBackend& backend, const Settings& settings);

/// A halftoner for planes with any settings; if all run together, the backend's own. Groups run one after the other,
/// those with more planes beside them later. If the method of one group looks further ahead than that of another, the
/// other's finished rows wait, so that all planes finish the same rows. Errors: those of the backend. Preconditions:
/// the settings pass check(), and the workspace has group_bytes().
Result<std::unique_ptr<Halftoner>> make_groups(const UniformBackend& backend, const Settings& settings,
                                               std::span<std::byte> workspace);

}  // namespace platerip::halftone
