// Sets the options of proofs from words. Errors have the code bad_setting.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different jobs.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

// Errors: the extension of the file's name is not the usual one. So no proof can take the place of a plate, a manifest
// or another proof.

Status set_preview(Job& job, const std::string& word);
Status set_report(Job& job, const std::string& word);
Status set_ppf(Job& job, const std::string& word);

/// Adds "X,Y". Errors: these are not pixels, or there are too many crops.
Status add_report_crop(Job& job, const std::string& word);

/// Checks all settings of the report. Errors: they are about a report that nobody asked for.
Status check_report(const ReportSettings& report);

}  // namespace platerip::rip
