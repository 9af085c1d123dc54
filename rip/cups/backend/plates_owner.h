// The user and the group that own the plates.
#pragma once

#include <sys/types.h>

#include <optional>

#include "base/status.h"
#include "rip/cups/backend/plates_uri.h"

namespace platerip::rip {

/// A user and a group, as numbers.
struct PlatesOwner {
  uid_t user = 0;
  gid_t group = 0;

  /// The owner and group that `uri` names, or else those of the folder that is open as `folder`. Errors: the user or
  /// the group does not exist.
  static Result<PlatesOwner> find(const PlatesUri& uri, int folder);

  /// Makes this process run as that user for good, including the supplementary groups. The process must have one
  /// thread. Errors: it runs neither as root nor as that user.
  [[nodiscard]] Status become() const;
};

}  // namespace platerip::rip
