// Device links for gray pages. Private to profiles/.
#pragma once

#include "profiles/icc.h"
#include "profiles/lcms.h"

namespace platerip::profiles {

/// Makes in `context` a device link from gray that gives each gray v the inks that `link` gives R = G = B = v, or with
/// a link from CMYK 1 − v of black alone, with this intent. Null if LittleCMS cannot make it, or if `link` converts
/// other pages.
lcms::ProfileHandle gray_link(cmsContext context, cmsHPROFILE link, Intent intent);

}  // namespace platerip::profiles
