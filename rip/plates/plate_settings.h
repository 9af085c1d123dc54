// Settings for writing plates, the same for all pages. Only copies may throw (std::bad_alloc).
#pragma once

#include <optional>
#include <string>

#include "rip/plates/names/name_pattern.h"
#include "tiffio/plates/compression.h"

namespace platerip::rip {

/// How plates are written.
struct PlateSettings {
  std::optional<std::string> folder = {};  ///< for plate files; created if missing; if not set, they go beside the page
  std::optional<NamePattern> name = {};    ///< for plate files; if not set, "{page}.{ink}"
  bool manifest = false;                   ///< also write a manifest, at manifest_path()
  tiffio::Compression compression = tiffio::Compression::none;
  bool invert = false;  ///< negative plates: every bit flipped
};

}  // namespace platerip::rip
