// Describes a target page to Argyll and to ourselves.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/calibrate/page/target_layout.h"

namespace platerip::rip {

/// Whether a description can have an ink of this name: at most 60 printable bytes without quotes.
bool can_be_described(const std::string& ink);

/// The text of a .ti2 for Argyll's chartread, and of a .ti1 for its fakeread. Inks have Argyll's codes; those that it
/// does not know take codes of others that the page does not have. Keywords PLATERIP_INK_1, PLATERIP_INK_2, … have
/// their names. Errors: more inks than Argyll has codes, or names that cannot be described.
struct TargetFiles {
  std::string ti1;
  std::string ti2;
};
Result<TargetFiles> describe(const TargetLayout& layout);

}  // namespace platerip::rip
