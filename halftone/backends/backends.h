// The table of halftone backends.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

/// One way to halftone. Every backend gives the same bits as `reference`.
struct Backend {
  std::string_view name;
  std::string_view description;
  Status (*supported)();  ///< success, or why this machine or build cannot run it
  /// Bytes of workspace that make() needs. Precondition: the settings pass check().
  std::size_t (*workspace_bytes)(const Settings& settings);
  /// Makes a halftoner at the top of a page. The caller owns `workspace`, which has at least workspace_bytes() bytes,
  /// is aligned for any scalar, and outlives the halftoner; nothing else may use it meanwhile. Errors: the settings
  /// fail check(), the workspace is too small, or a device fails.
  Result<std::unique_ptr<Halftoner>> (*make)(const Settings& settings, std::span<std::byte> workspace);
};

/// All backends of this build for planes and plates in host memory, the fastest first. For planes in GPU memory use
/// cuda::DeviceHalftoner, which gives the same bits.
std::span<const Backend> backends();

/// The backend called `name`, or the first supported one for "auto". Errors: no backend has this name (the message
/// lists all names), or this machine does not support it (the message says why).
Result<const Backend*> find_backend(std::string_view name);

}  // namespace platerip::halftone
