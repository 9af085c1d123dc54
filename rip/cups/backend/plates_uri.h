// A queue's device URI, as "plates:/srv/plates?owner=prepress&group=prepress&mode=0664".
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/status.h"

namespace platerip::rip {

struct PlatesUri {
  std::string folder;                ///< an absolute path; characters that URIs have no room for are %20 and so on
  std::optional<std::string> owner;  ///< of the plates: a user's name or number; else the folder's owner
  std::optional<std::string> group;  ///< a group's name or number; else the folder's
  mode_t mode = 0644;                ///< permissions of a plate

  /// Errors: another scheme; no absolute path; settings that there are not.
  static Result<PlatesUri> read(const std::string& uri);
};

}  // namespace platerip::rip
