// The manifest that an earlier run has left. Nothing in it is trusted.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/plates/output_file.h"
#include "rip/records/made_with.h"

namespace platerip::rip {

/// A plate that a manifest describes.
struct OldPlate {
  std::string file;  ///< a name without folders
  std::uint64_t bytes = 0;
  std::string sha256;  ///< in hexadecimal
};

/// What a manifest says about the plates of a page and what they depend on.
struct OldManifest {
  MadeWith made_with;
  std::vector<OldPlate> plates;
};

/// Reads the manifest at `path`. Nothing if there is none, if it has more than 4 MiB, or if it is not a manifest of
/// this format.
std::optional<OldManifest> read_manifest(const std::string& path);

/// Removes the manifest at `path` if it describes a file that one of `plates` is about to replace. To be called before
/// the plates get their names. Errors: it cannot be removed.
Status remove_manifest_of(const std::string& path, std::span<const OutputFile> plates);

}  // namespace platerip::rip
