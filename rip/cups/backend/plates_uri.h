// The device URI of a queue, for example "plates:/srv/plates?owner=prepress&group=prepress&mode=0664".
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/status.h"
#include "rip/plates/names/name_pattern.h"

namespace platerip::rip {

struct PlatesUri {
  std::string folder;                ///< absolute path; in the URI, special characters are written as %20 and so on
  std::optional<std::string> owner;  ///< user name or number; if not set, the folder's owner
  std::optional<std::string> group;  ///< group name or number; if not set, the folder's group
  mode_t mode = 0644;                ///< permissions of a plate
  std::optional<NamePattern> name;   ///< of the plates; it tells pages and inks apart

  /// Errors: another scheme, a path that is not absolute, or an unknown setting.
  static Result<PlatesUri> read(const std::string& uri);
};

}  // namespace platerip::rip
