// The LittleCMS transform that defines the ink planes. Private to separation/.
#pragma once

#include "base/status.h"
#include "profiles/lcms.h"
#include "separation/separation.h"

namespace platerip::separation::reference {

/// The flags of the transform of a page with a profile: black point compensation and exact precision, as the settings
/// ask, and nothing else. In particular, no flag sets the grid: LittleCMS chooses it.
cmsUInt32Number transform_flags(const Settings& settings);

/// The error that LittleCMS cannot make a transform. It says why.
Error no_transform(const Settings& settings, const profiles::lcms::Complaint& complaint);

/// LittleCMS' format of the page's pixels without alpha.
cmsUInt32Number page_format(const PixelFormat& format);

/// Opens the transform from colours of LittleCMS' format `from` to interleaved inks of so many bits: from `page` to
/// `press`, or through `page` alone if it is a device link. Null if LittleCMS refuses. Precondition: the page has a
/// profile.
profiles::lcms::Transform open_transform(cmsContext context, const Settings& settings, cmsUInt32Number from, int bits,
                                         cmsUInt32Number flags);
/// The same in the context of the profile of the inks.
profiles::lcms::Transform open_transform(const Settings& settings, cmsUInt32Number from, int bits,
                                         cmsUInt32Number flags);

/// Makes the transform from pixels of `settings.format` without alpha to interleaved inks of the press, with the page's
/// number of bits. Several threads may run one transform. It refers to the profiles, which must outlive it. Null if
/// there is no page profile. Errors: LittleCMS refuses.
Result<profiles::lcms::Transform> make_transform(const Settings& settings);

}  // namespace platerip::separation::reference
