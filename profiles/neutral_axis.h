// The neutral axis of an RGB profile (R = G = B) as a gray profile. Private to profiles/.
#pragma once

#include "profiles/icc.h"
#include "profiles/lcms.h"

namespace platerip::profiles {

/// Makes a gray profile in `context`. With this intent, it gives each gray the colour that `rgb` gives R = G = B. It
/// has the paper white, black point and description of `rgb`. Null if LittleCMS cannot make it.
lcms::ProfileHandle neutral_axis(cmsContext context, cmsHPROFILE rgb, Intent intent);

}  // namespace platerip::profiles
