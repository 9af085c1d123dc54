// Digests of everything that decides the inks of a page. Private to separation/.
#pragma once

#include "profiles/sha256.h"
#include "separation/plan.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Of all that decides the inks of a page but the format of its pixels and the precision. Precondition, here and below:
/// the page has a profile.
profiles::Fingerprint key_of_inks(const Settings& settings, const Plan& plan);

/// Of all that decides them.
profiles::Fingerprint key_of_page(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation
