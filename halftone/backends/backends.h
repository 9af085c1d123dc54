// The ways to halftone: one table of them, and how one is found by its name.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

/// One way to halftone. Every backend gives the same bits: those of `reference`.
struct Backend {
  std::string_view name;
  std::string_view description;
  Status (*supported)();  ///< done, or why this machine or build cannot run it
  /// Bytes that make() needs for these settings, which have passed check().
  std::size_t (*workspace_bytes)(const Settings& settings);
  /// Makes a halftoner at the top of a page. `workspace` is the caller's, at least workspace_bytes() bytes, aligned for
  /// any scalar, and outlives the halftoner, which alone uses it. Errors: settings that fail check(), a workspace too
  /// small, what a device reports.
  Result<std::unique_ptr<Halftoner>> (*make)(const Settings& settings, std::span<std::byte> workspace);
};

/// All backends of this build that have planes and plates in the host's memory, the fastest first. On a GPU it is
/// cuda::DeviceHalftoner that halftones, with the same bits.
std::span<const Backend> backends();

/// The backend of that name, or for "auto" the first supported one. Errors: no such name (the message lists them), or
/// not supported here, with the reason.
Result<const Backend*> find_backend(std::string_view name);

}  // namespace platerip::halftone
