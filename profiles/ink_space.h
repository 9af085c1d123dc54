// The colour space of the inks that a profile separates into. Private to platerip.
#pragma once

#include <lcms2.h>

namespace platerip::profiles {

/// The space that a device link converts to, or else that of the device.
inline cmsColorSpaceSignature ink_space(cmsHPROFILE profile) {
  return cmsGetDeviceClass(profile) == cmsSigLinkClass ? cmsGetPCS(profile) : cmsGetColorSpace(profile);
}

/// LittleCMS' format for these inks, interleaved, with `bytes` bytes per sample.
inline cmsUInt32Number ink_format(cmsHPROFILE profile, cmsUInt32Number bytes) {
  return cmsGetDeviceClass(profile) == cmsSigLinkClass ? cmsFormatterForPCSOfProfile(profile, bytes, FALSE)
                                                       : cmsFormatterForColorspaceOfProfile(profile, bytes, FALSE);
}

}  // namespace platerip::profiles
