// Digests of everything that decides what is computed: it is kept under them. Private to separation/.
#pragma once

#include <string>

#include "profiles/sha256.h"
#include "separation/separation.h"

namespace platerip::separation {

profiles::Fingerprint digest_of(const std::string& text);

/// Of all that decides LittleCMS' inks but the format of the pixels and the precision: profiles, intent, black point
/// compensation. Precondition: the page has a profile.
profiles::Fingerprint key_of_colors(const Settings& settings);

}  // namespace platerip::separation
