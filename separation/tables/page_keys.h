// Digests of everything that determines the inks of a page. Private to separation/.
#pragma once

#include "profiles/sha256.h"
#include "separation/plan.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The digest of everything that determines the inks, except pixel format and precision. Precondition, here and below:
/// the page has a profile.
profiles::Fingerprint key_of_inks(const Settings& settings, const Plan& plan);

/// The digest of everything that determines the inks.
profiles::Fingerprint key_of_page(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation
