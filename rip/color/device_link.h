// How a device link in place of the press profile fits a job and its pages.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <vector>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"

namespace platerip::rip {

/// Whether no setting of the job contradicts the link, which goes from the page's own colours to inks in one fixed way.
/// Errors: a page profile, an intent, no black point compensation, or a preview is asked for.
Status check_settings_of_link(const profiles::Profile& link, const Job& job);

/// Whether the press profile of the job is a device link for CMYK pages. A file that cannot be used is none.
bool has_link_from_cmyk(const Job& job);

/// The link for pages of this model: `link` itself or, for gray pages, its neutral axis, with a remark. Errors: it is
/// for other pages.
Result<profiles::Profile> link_for(const profiles::Profile& link, profiles::ColorModel model,
                                   std::vector<Remark>& notes);

}  // namespace platerip::rip
