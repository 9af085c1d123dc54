#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "halftone/backends/backends.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

/// A halftoner and its workspace, which is exactly as large as it asked for and holds rubbish. The halftoner is null if
/// the backend refuses the settings.
struct Engine {
  std::vector<std::byte> workspace;
  std::unique_ptr<Halftoner> halftoner;

  Engine(const Backend& backend, const Settings& settings)
      : workspace(backend.workspace_bytes(settings), std::byte{0xA5}) {
    auto made = backend.make(settings, workspace);
    if (made.ok()) halftoner = *std::move(made);
  }
};

}  // namespace platerip::halftone
