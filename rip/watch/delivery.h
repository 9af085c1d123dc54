// Gives the plates of a page the names under which the next program looks for them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"

namespace platerip::rip {

/// What became of a page's plates.
struct Delivery {
  enum class Kind {
    now,     ///< they have their names; `place` is their folder
    before,  ///< they had them before
    taken,   ///< they have none: others have these names; `place` is a stem whose names are free
  };
  Kind kind = Kind::now;
  std::string place;
};

/// Renames the folder `plates`, on the disk of `out`, to `stem` in `out`, with a number if that is taken. Or, if
/// `flat`, moves its files into `out`, all or none, the manifests last. Services that deliver to the same folder wait
/// for each other. After an error or a kill, the same call goes on. Errors: the disk fails, or `out` cannot be written.
Result<Delivery> deliver_plates(const std::string& plates, const std::string& out, const std::string& stem, bool flat);

}  // namespace platerip::rip
