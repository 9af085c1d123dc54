// Describes a target page for Argyll and for `platerip calibrate curves`.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/calibrate/page/target_layout.h"

namespace platerip::rip {

/// Whether a description can have an ink of this name: at most 60 printable bytes without quotes.
bool can_be_described(const std::string& ink);

/// The texts of a target's descriptions.
struct TargetFiles {
  std::string ti1;  ///< for Argyll's fakeread
  std::string ti2;  ///< for Argyll's chartread
};

/// Describes a target. Inks have Argyll's codes; an ink that Argyll does not know gets the code of an ink that the page
/// does not have. The keywords PLATERIP_INK_1, PLATERIP_INK_2, … hold the names of the inks. The columns LEVEL_1,
/// LEVEL_2, … of a target of drops hold DropMixture::shares, which Argyll ignores; its amounts are nominal_amount().
/// Errors: more inks than codes, or names that cannot be described.
Result<TargetFiles> describe(const TargetLayout& layout);

}  // namespace platerip::rip
