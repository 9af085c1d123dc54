// Which profiles and settings a page is separated with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/pipeline/job.h"
#include "rip/pipeline/page_report.h"
#include "rip/plates/plate_names.h"
#include "separation/separation.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

struct PageColor {
  separation::Settings settings;
  std::vector<std::string> inks;           ///< in plane order
  std::optional<profiles::Profile> press;  ///< what shows the plates on a monitor: also where the inks pass through
  std::vector<Remark> warnings;            ///< as PageReport has them
  std::vector<Remark> notes;               ///< the same
};

/// The page profile, as choose_color() finds it; `notes` gets what it has to say. Errors: as there; a cmyk page has
/// none.
Result<profiles::Profile> page_profile(const Job& job, const PageSource& source, const tiffio::PageInfo& page,
                                       std::vector<Remark>& notes);

/// Can the files that the job names be used, as far as no page is needed to tell? Errors name the file.
Status check_files(const Job& job);

/// Are the inks that the job names, for plates and curves, inks of the press, or of pages whose inks pass through?
/// Errors: no page can have one of them; an ink has two curves. Of a press profile that cannot be used check_files()
/// tells.
Status check_inks(const Job& job);

/// The page profile is the job's, else the one embedded in the page, else sRGB; of an RGB profile a gray page has
/// the neutral axis. Cmyk pages pass through unless the job converts them, with a warning where a press profile was
/// asked for that has other inks or is another one than the page's own. The press profile is the job's, else the
/// built-in one. All are checked, also where the inks pass through and none is used. Errors name the profile.
Result<PageColor> choose_color(const Job& job, const PageSource& source, const tiffio::PageInfo& page);

}  // namespace platerip::rip
