// The device URI of a queue, for example "plates:/srv/plates?owner=prepress&group=prepress&mode=0664".
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/status.h"
#include "rip/plates/names/name_pattern.h"

namespace platerip::rip {

/// What a device URI says.
struct PlatesUri {
  std::string folder;                ///< absolute path; in the URI, special characters are written as %20 and so on
  std::optional<std::string> owner;  ///< user name or number; if not set, the folder's owner
  std::optional<std::string> group;  ///< group name or number; if not set, the folder's group
  mode_t mode = 0644;                ///< permissions of a plate
  std::optional<NamePattern> name;   ///< pattern for the plates' names; it tells pages and inks apart

  /// Reads a device URI. May throw std::bad_alloc. Errors: another scheme, a path that is not absolute, an unknown
  /// setting, or a wrong value.
  static Result<PlatesUri> read(const std::string& uri);
};

}  // namespace platerip::rip
