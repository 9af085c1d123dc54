// The neutral axis of an RGB profile (R = G = B) as a gray profile. Private to profiles/.
#pragma once

#include "profiles/icc.h"
#include "profiles/lcms.h"

namespace platerip::profiles {

/// Makes in `context` a gray profile that gives each gray the colour that `rgb` gives R = G = B with this intent. In
/// all other respects LittleCMS treats it like `rgb`: paper white, black point, description. Null if LittleCMS cannot
/// make it.
lcms::ProfileHandle neutral_axis(cmsContext context, cmsHPROFILE rgb, Intent intent);

}  // namespace platerip::profiles
