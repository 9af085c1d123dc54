// Chooses the profiles and settings for separating a page.
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

/// Checks the inks that the job names for plates, curves and screens: each must be an ink of the press, or of pages
/// whose inks pass through; and that the names of plates tell the inks of the press apart. Errors: an ink that no page
/// can have, two curves, angles or screens for one ink, or one name for two inks. An unusable press profile is left to
/// check_files().
/// `spots`: spot_names() of the pages of the run.
Status check_inks(const Job& job, std::span<const std::string> spots = {});

/// The names that choose_color() gives the spot inks of a page: those without a name, or with the name of an ink before
/// them, have numbers. Empty if the press profile is unusable, which check_files() reports.
std::vector<std::string> spot_names(const Job& job, const tiffio::PageInfo& page);

/// Chooses the colour settings of a page. The page profile is the job's, else the one embedded in the page, else sRGB;
/// a gray page uses the neutral axis of an RGB profile. cmyk pages pass through unchanged unless the job converts them.
/// Spot inks of the page follow the inks of its colours, as they are.
/// A warning is added if a press profile was asked for, but the page's inks are not known to be those of that press.
/// The press profile is the job's, else the built-in one. All profiles are checked, even if the inks pass through.
/// Errors name the profile.
Result<PageColor> choose_color(const Job& job, const PageSource& source, const tiffio::PageInfo& page);

}  // namespace platerip::rip
