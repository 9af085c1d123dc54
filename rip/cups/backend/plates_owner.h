// Who owns the plates: the user and the group that write them.
#pragma once

#include <sys/types.h>

#include <optional>

#include "base/status.h"
#include "rip/cups/backend/plates_uri.h"

namespace platerip::rip {

struct PlatesOwner {
  uid_t user = 0;
  gid_t group = 0;

  /// Those that `uri` names, else those of the folder, which is open as `folder`. Errors: there is none of that name.
  static Result<PlatesOwner> find(const PlatesUri& uri, int folder);

  /// Makes this process, which has one thread, that user's for good, with its other groups too: from now on it may do
  /// what that user may. Errors: it is another user's and not root's.
  [[nodiscard]] Status become() const;
};

}  // namespace platerip::rip
