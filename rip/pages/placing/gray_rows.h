// An RGB page as a gray one.
#pragma once

#include <memory>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The rows of an rgb page in gray with the tone curve of sRGB (Profile::srgb_gray()), as LittleCMS converts them from
/// `profile`, the page's; 8 or 16 bits as before. Alpha is laid over paper. The page has no profile then. `intent` and
/// `black_point_compensation` are those of the separation that follows; for the absolute intent, which that one brings
/// in, it is the relative one. Errors: LittleCMS refuses.
Result<std::unique_ptr<PageRows>> gray_rows(std::unique_ptr<PageRows> page, const profiles::Profile& profile,
                                            profiles::Intent intent, bool black_point_compensation);

}  // namespace platerip::rip
