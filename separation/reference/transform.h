// The LittleCMS transform that defines the ink planes. Private to separation/.
#pragma once

#include "base/status.h"
#include "profiles/lcms.h"
#include "separation/separation.h"

namespace platerip::separation::reference {

/// The flags of that transform: black point compensation and exact precision, where they are wanted. Nothing else,
/// above all no other grid than LittleCMS takes of itself.
cmsUInt32Number transform_flags(const Settings& settings);

/// That LittleCMS refuses to make a transform, and why.
Error no_transform(const Settings& settings, const profiles::lcms::Complaint& complaint);

/// From the pixels of `settings.format`, alpha gone, to the interleaved inks of the press, 8 or 16 bits as the page
/// has. One transform may run on several threads at once. It uses the profiles' memory: keep them as long. Without a
/// page profile there is none: null. Errors: LittleCMS refuses.
Result<profiles::lcms::Transform> make_transform(const Settings& settings);

}  // namespace platerip::separation::reference
