// Chooses the profiles and settings for separating a page.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"
#include "rip/job/press.h"
#include "rip/pages/page_source.h"
#include "rip/strips/split_ink.h"
#include "separation/separation.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// How a page is separated, and what to tell about that.
struct PageColor {
  separation::Settings settings;
  std::vector<std::string> inks;           ///< in plane order
  std::vector<SplitInk> splits;            ///< the parts of inks that are split
  std::optional<profiles::Profile> press;  ///< for showing the plates on a monitor, even if the inks pass through
  std::vector<Remark> warnings;            ///< PageReport::warnings
  std::vector<Remark> notes;               ///< PageReport::notes
};

/// The page profile, chosen as in choose_color(). Adds remarks to `notes`. Errors: those of choose_color(), or a cmyk
/// page without a profile.
Result<profiles::Profile> page_profile(const Job& job, const Press& press, const PageSource& source,
                                       const tiffio::PageInfo& page, std::vector<Remark>& notes);

/// Chooses the colour settings of a page.
///  - The page profile is the job's, else the one embedded in the page, else sRGB. A gray page uses the neutral axis of
///    an RGB profile. An L*a*b* page needs none.
///  - The press profile is the job's, else the built-in one.
///  - The inks of a cmyk page pass through unchanged, unless the job converts them or has a device link for them. There
///    is a warning if the job has a press profile, but these may not be the inks of that press.
///  - Spot inks follow the inks of the page's colours, unchanged.
/// Errors name the profile, or the setting that does not fit.
Result<PageColor> choose_color(const Job& job, const Press& press, const PageSource& source,
                               const tiffio::PageInfo& page);

}  // namespace platerip::rip
