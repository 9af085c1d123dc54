// Digests that serve as keys of kept results. A key covers everything that determines its result. Private to
// separation/.
#pragma once

#include <string>

#include "profiles/sha256.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The digest of a text.
profiles::Fingerprint digest_of(const std::string& text);

/// The digest of everything that determines LittleCMS' inks, except pixel format and precision: profiles, intent, black
/// point compensation. Precondition: the page has a profile.
profiles::Fingerprint key_of_colors(const Settings& settings);

/// The digest of everything that determines how a press's inks are shown (quick_proof.h).
profiles::Fingerprint key_of_proof(const profiles::Profile& press);

/// The digest of everything that determines the most ink of a press (press_limit.h).
profiles::Fingerprint key_of_most_ink(const profiles::Profile& press);

}  // namespace platerip::separation
