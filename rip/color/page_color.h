// Chooses the profiles and settings for separating a page.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"
#include "rip/plates/plate_names.h"
#include "separation/separation.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// How a page is separated, and what to tell about that.
struct PageColor {
  separation::Settings settings;
  std::vector<std::string> inks;           ///< in plane order
  std::optional<profiles::Profile> press;  ///< for showing the plates on a monitor, even if the inks pass through
  std::vector<Remark> warnings;            ///< PageReport::warnings
  std::vector<Remark> notes;               ///< PageReport::notes
};

/// The page profile, chosen as in choose_color(). Adds remarks to `notes`. Errors: those of choose_color(), or a cmyk
/// page without a profile.
Result<profiles::Profile> page_profile(const Job& job, const PageSource& source, const tiffio::PageInfo& page,
                                       std::vector<Remark>& notes);

/// Checks the files that the job names, as far as this is possible without a page. Errors name the file.
Status check_files(const Job& job);

/// Checks the inks that the job names: each must be an ink of the press, one of `spots`, or an ink of pages that pass
/// through. Also checks that the names of the plates tell the inks of the press apart. `spots`: spot_names() of the
/// pages of the run. Errors: an ink that no page can have; two curves, limits, angles or screens for one ink; or one
/// name for two inks. If the press profile is unusable, returns success; check_files() reports that.
Status check_inks(const Job& job, std::span<const std::string> spots = {});

/// The names that choose_color() gives the spot inks of a page. An ink without a name, or with the name of an ink
/// before it, gets a number. Empty if the press profile is unusable; check_files() reports that.
std::vector<std::string> spot_names(const Job& job, const tiffio::PageInfo& page);

/// Chooses the colour settings of a page.
///  - The page profile is the job's, else the one embedded in the page, else sRGB. A gray page uses the neutral axis of
///    an RGB profile. An L*a*b* page needs none.
///  - The press profile is the job's, else the built-in one.
///  - The inks of a cmyk page pass through unchanged, unless the job converts them or has a device link for them. There
///    is a warning if the job has a press profile, but these may not be the inks of that press.
///  - Spot inks follow the inks of the page's colours, unchanged.
/// All profiles are checked, even if the inks pass through. Errors name the profile, or the setting that does not fit.
Result<PageColor> choose_color(const Job& job, const PageSource& source, const tiffio::PageInfo& page);

}  // namespace platerip::rip
