// Device links, which take the place of the press profile: whether they suit a job and its pages.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <vector>

#include "base/status.h"
#include "profiles/profile.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"

namespace platerip::rip {

/// Checks that no setting contradicts the link, which converts the page's own colours to inks in one fixed way. Errors:
/// the job has a page profile, an intent or a preview, or turns black point compensation off.
Status check_settings_of_link(const profiles::Profile& link, const Job& job);

/// The link for pages of this model. That is `link` itself, or for gray pages the neutral axis of a link for other
/// pages, with a remark in `notes`. Errors: the link cannot convert such pages.
Result<profiles::Profile> link_for(const profiles::Profile& link, profiles::ColorModel model,
                                   std::vector<Remark>& notes);

}  // namespace platerip::rip
