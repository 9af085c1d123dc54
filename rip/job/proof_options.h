// Sets the options of proofs from users' words. Errors have the code bad_setting.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different jobs.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

// Each sets the file of a proof. Errors: its name is empty, or has another extension than the usual one. With these
// extensions, no proof can replace a plate, a manifest or another proof.

Status set_preview(Job& job, const std::string& word);
Status set_report(Job& job, const std::string& word);
Status set_ppf(Job& job, const std::string& word);

/// Adds a crop at "X,Y", in pixels from the top left. Errors: that is not the form, or there are too many crops.
Status add_report_crop(Job& job, const std::string& word);

/// Adds the colour of an ink, "INK=#RRGGBB". Errors: that is not the form.
Status add_ink_color(Job& job, const std::string& word);

/// Checks the settings of proofs as a whole. Errors: there are settings, but no proof is asked for that shows them.
Status check_proofs(const Job& job);

}  // namespace platerip::rip
