// R = G = B of an RGB profile, as a gray profile. Private to profiles/.
#pragma once

#include "profiles/icc.h"
#include "profiles/lcms.h"

namespace platerip::profiles {

/// Makes, in `context`, the gray profile that gives each gray the colour that `rgb` gives R = G = B with this intent,
/// and that LittleCMS treats like `rgb` in all else: paper white, black point, description. Null where LittleCMS
/// cannot.
lcms::ProfileHandle neutral_axis(cmsContext context, cmsHPROFILE rgb, Intent intent);

}  // namespace platerip::profiles
