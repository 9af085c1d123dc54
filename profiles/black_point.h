// Black points, and transforms that map them to each other (black point compensation, ISO 18619). Private to platerip.
#pragma once

#include "profiles/icc.h"
#include "profiles/lcms.h"

namespace platerip::profiles {

/// The black that a press prints with an intent, relative to its paper: LittleCMS' cmsDetectDestinationBlackPoint() for
/// CMYK, applied to any inks. It is 0 if the profile does not say how its inks look (A2B). It is not a number if the
/// profile's tables are damaged. The intent is not the absolute one.
cmsCIEXYZ black_of_press(cmsHPROFILE press, Intent intent);

/// cmsCreateTransformTHR(), also with cmsFLAGS_BLACKPOINTCOMPENSATION for inks whose black LittleCMS does not find. It
/// knows the darkest colours of CMY and CMYK only. As a destination, presses of other inks have black_of_press(). As a
/// source they have it with the relative intent only: the darkest neutral that they print. Null if LittleCMS refuses.
/// `to` may be null if `from` is a device link.
lcms::Transform transform_between(cmsContext context, cmsHPROFILE from, cmsUInt32Number from_format, cmsHPROFILE to,
                                  cmsUInt32Number to_format, Intent intent, cmsUInt32Number flags);

}  // namespace platerip::profiles
