// Converts an RGB page to gray.
#pragma once

#include <memory>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Converts the rows of an rgb page with LittleCMS from `profile`, the page's, to gray with the tone curve of sRGB
/// (Profile::srgb_gray()), with the same number of bits. Alpha is composed over paper. The result has no embedded
/// profile. `intent` and `black_point_compensation` are those of the separation that follows. For the absolute intent,
/// the conversion uses the relative one, because the separation then applies the absolute one. Errors: LittleCMS cannot
/// make the transform.
Result<std::unique_ptr<PageRows>> gray_rows(std::unique_ptr<PageRows> page, const profiles::Profile& profile,
                                            profiles::Intent intent, bool black_point_compensation);

}  // namespace platerip::rip
